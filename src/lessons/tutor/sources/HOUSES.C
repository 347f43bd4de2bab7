/* HOUSES.C: loops. */

#include <bios.h>
#include <graphics.h>

int main(void)
{
  int gd = DETECT, gm;
  int i, x;

  initgraph(&gd, &gm, "");
  setfillstyle(SOLID_FILL, GREEN);
  bar(0, 400, 639, 479);
  /* House i has the colour i. */
  for (i = 1; i <= 5; i++) {
    x = 120 * i - 90;
    setfillstyle(SOLID_FILL, i);
    bar(x, 280, x + 90, 400);
    setfillstyle(SOLID_FILL, YELLOW);
    bar(x + 12, 300, x + 36, 330);
    setfillstyle(SOLID_FILL, BROWN);
    bar(x + 50, 340, x + 75, 400);
    setcolor(LIGHTRED);
    line(x - 8, 280, x + 45, 220);
    line(x + 45, 220, x + 98, 280);
    line(x + 98, 280, x - 8, 280);
  }
  /* The fence. */
  setcolor(WHITE);
  line(0, 430, 639, 430);
  x = 5;
  while (x < 640) {
    line(x, 415, x, 455);
    x += 15;
  }
  bioskey(0);
  return 0;
}
