/* SNOWMAN.C: variables. */

#include <bios.h>
#include <graphics.h>

/* The middle and the radius of a ball of snow. */
int x, y, r;

int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  setfillstyle(SOLID_FILL, BLUE);
  bar(0, 0, 639, 479);
  setfillstyle(SOLID_FILL, WHITE);
  bar(0, 430, 639, 479);
  setcolor(LIGHTCYAN);
  x = 320;
  y = 360;
  r = 90;
  fillellipse(x, y, r, r);
  /* A smaller ball on top of it. */
  y = y - r;
  r = r * 2 / 3;
  y = y - r + 10;
  fillellipse(x, y, r, r);
  /* The head. */
  y = y - r;
  r = r * 2 / 3;
  y = y - r + 10;
  fillellipse(x, y, r, r);
  /* Eyes, nose and hat. */
  setfillstyle(SOLID_FILL, BLACK);
  bar(x - 17, y - 12, x - 9, y - 4);
  bar(x + 9, y - 12, x + 17, y - 4);
  bar(x - 45, y - r, x + 45, y - r + 8);
  bar(x - 28, y - r - 45, x + 28, y - r);
  setfillstyle(SOLID_FILL, LIGHTRED);
  bar(x - 3, y + 2, x + 40, y + 8);
  bioskey(0);
  return 0;
}
