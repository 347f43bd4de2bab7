/* A bubble sort of 80 bars, each drawn anew when it has moved. */
#include <graphics.h>

int bars[80];

void draw(int n)
{
  setfillstyle(SOLID_FILL, BLACK);
  bar(8 * n, 0, 8 * n + 6, 479);
  setfillstyle(SOLID_FILL, 1 + bars[n] % 15);
  bar(8 * n, 479 - bars[n], 8 * n + 6, 479);
}

int work(int rounds)
{
  int gd = DETECT, gm, i, j, t, moved = 0;

  initgraph(&gd, &gm, "");
  while (rounds-- > 0) {
    moved = 0;
    for (i = 0; i < 80; i++) {
      bars[i] = i * 37 % 80 * 5 + 20;
      draw(i);
    }
    for (i = 0; i < 80; i++)
      for (j = 0; j + 1 < 80 - i; j++)
        if (bars[j] > bars[j + 1]) {
          t = bars[j];
          bars[j] = bars[j + 1];
          bars[j + 1] = t;
          draw(j);
          draw(j + 1);
          moved++;
        }
  }
  return moved;
}
