/* The whole game in one function. */
#include <graphics.h>
#include <bios.h>
#include <stdlib.h>
#include <string.h>

main()
{
  int gd = DETECT, gm, m[64], side, k, n, d, x, y, key, bad, got, who, can, s[3], cur;
  char txt[6];

  initgraph(&gd, &gm, "");
  setfillstyle(SOLID_FILL, RED);
  bar(0, 0, 639, 479);
  setcolor(WHITE);
  for (k = 0; k < 9; k++) {
    line(100 + k * 40, 100, 100 + k * 40, 420);
    line(100, 100 + k * 40, 420, 100 + k * 40);
  }
  memset(m, 0, sizeof m);
  m[27] = m[36] = 2;
  m[28] = m[35] = 1;
  cur = -1;
  side = 2;

next:
  side = 3 - side;
  can = 0;
  for (who = 1; who < 3; who++)
    for (k = 0; k < 64; k++)
      if (m[k] == 0)
        for (d = 0; d < 9; d++) {
          x = k % 8 + d % 3 - 1;
          y = k / 8 + d / 3 - 1;
          n = 0;
          while (x >= 0 && x < 8 && y >= 0 && y < 8 && m[8 * y + x] == 3 - who) {
            x += d % 3 - 1;
            y += d / 3 - 1;
            n++;
          }
          if (n && x >= 0 && x < 8 && y >= 0 && y < 8 && m[8 * y + x] == who)
            can = 1;
        }
  bad = 0;
  cur = -1;

again:
  /* Everything anew: stones, scores, the moving stone. */
  s[1] = s[2] = 0;
  for (k = 0; k < 64; k++) {
    setfillstyle(SOLID_FILL, RED);
    bar(101 + k % 8 * 40, 101 + k / 8 * 40, 139 + k % 8 * 40, 139 + k / 8 * 40);
    if (m[k]) {
      s[m[k]]++;
      setcolor(m[k] == 1 ? BLACK : WHITE);
      setfillstyle(SOLID_FILL, m[k] == 1 ? BLACK : WHITE);
      fillellipse(120 + k % 8 * 40, 120 + k / 8 * 40, 15, 15);
    }
  }
  setfillstyle(SOLID_FILL, RED);
  bar(101, 61, 139, 99);
  bar(480, 180, 639, 320);
  for (k = 1; k < 3; k++) {
    setcolor(k == 1 ? BLACK : WHITE);
    setfillstyle(SOLID_FILL, k == 1 ? BLACK : WHITE);
    fillellipse(500, 100 + 100 * k, 15, 15);
    setcolor(WHITE);
    settextstyle(DEFAULT_FONT, HORIZ_DIR, 3);
    outtextxy(530, 89 + 100 * k, itoa(s[k], txt, 10));
  }
  if (!can) {
    settextstyle(DEFAULT_FONT, HORIZ_DIR, 2);
    outtextxy(470, 392, s[1] > s[2] ? "Black wins" : s[1] < s[2] ? "White wins" : "A draw");
    bioskey(0);
    goto end;
  }
  setcolor(side == 1 ? BLACK : WHITE);
  setfillstyle(SOLID_FILL, side == 1 ? BLACK : WHITE);
  if (cur < 0)
    fillellipse(120, 80, 15, 15);
  else
    fillellipse(120 + cur % 8 * 40, 120 + cur / 8 * 40, 15, 15);
  key = bioskey(0);
  switch (key & 0xFF) {
  case 27:
    goto end;
  case 13:
  case ' ':
    if (cur < 0 || m[cur])
      goto again;
    got = 0;
    for (d = 0; d < 9; d++) {
      for (n = 1; ; n++) {
        x = cur % 8 + n * (d % 3 - 1);
        y = cur / 8 + n * (d / 3 - 1);
        if (x < 0 || x > 7 || y < 0 || y > 7 || m[8 * y + x] != 3 - side)
          break;
      }
      if (x < 0 || x > 7 || y < 0 || y > 7 || m[8 * y + x] != side)
        continue;
      while (--n > 0) {
        m[cur + n * (8 * (d / 3 - 1) + d % 3 - 1)] = side;
        got++;
      }
    }
    if (got) {
      m[cur] = side;
      goto next;
    }
    if (++bad > 64 - s[1] - s[2])
      goto next;
    goto again;
  case 0:
    key = key >> 8 & 0xFF;
    if (key == 80)
      cur += cur < 0 ? 1 : cur < 56 ? 8 : 0;
    else if (key == 72 && cur > 7)
      cur -= 8;
    else if (key == 75 && cur >= 0 && cur % 8 > 0)
      cur--;
    else if (key == 77 && cur >= 0 && cur % 8 < 7)
      cur++;
  }
  goto again;

end:
  closegraph();
  return 0;
}
