/* STARS.C: random numbers, and time. */

#include <bios.h>
#include <dos.h>
#include <stdlib.h>
#include <graphics.h>

int main(void)
{
  int gd = DETECT, gm;
  int i, x, y, high;

  initgraph(&gd, &gm, "");
  srand(7);
  for (i = 0; i < 200; i++) {
    x = rand() % 640;
    y = rand() % 300;
    putpixel(x, y, 7 + rand() % 9);
    delay(10);
  }
  /* The town: houses of any height. */
  for (x = 0; x < 640; x += 40) {
    high = 60 + rand() % 140;
    setfillstyle(SOLID_FILL, BLUE);
    bar(x, 479 - high, x + 36, 479);
    for (y = 479 - high + 8; y < 470; y += 16) {
      if (rand() % 2 == 0)
        setfillstyle(SOLID_FILL, YELLOW);
      else
        setfillstyle(SOLID_FILL, BLACK);
      bar(x + 6, y, x + 13, y + 8);
      bar(x + 22, y, x + 29, y + 8);
    }
  }
  bioskey(0);
  return 0;
}
