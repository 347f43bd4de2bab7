/* MONTHS.C: arrays. */

#include <bios.h>
#include <graphics.h>

/* The mean temperature of the twelve months. */
int warm[12] = {
  2, 4, 9, 15, 21, 25, 28, 27, 22, 16, 9, 4
};

int main(void)
{
  int gd = DETECT, gm;
  int i, x, sum;

  initgraph(&gd, &gm, "");
  sum = 0;
  for (i = 0; i < 12; i++) {
    sum += warm[i];
    x = 45 + 46 * i;
    if (warm[i] < 10)
      setfillstyle(SOLID_FILL, LIGHTBLUE);
    else if (warm[i] < 20)
      setfillstyle(SOLID_FILL, LIGHTGREEN);
    else
      setfillstyle(SOLID_FILL, YELLOW);
    bar(x, 420 - 13 * warm[i], x + 36, 420);
  }
  setcolor(WHITE);
  line(30, 420, 610, 420);
  /* The average. */
  setcolor(LIGHTRED);
  line(30, 420 - 13 * sum / 12, 610,
       420 - 13 * sum / 12);
  bioskey(0);
  return 0;
}
