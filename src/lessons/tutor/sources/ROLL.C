/* ROLL.C: keys move a ball. */

#include <bios.h>
#include <graphics.h>

#define UP    0x4800
#define DOWN  0x5000
#define LEFT  0x4B00
#define RIGHT 0x4D00
#define ESC   0x011B

int main(void)
{
  int gd = DETECT, gm;
  int x, y, key;

  initgraph(&gd, &gm, "");
  x = 80;
  y = 400;
  while (1) {
    setcolor(WHITE);
    setfillstyle(SOLID_FILL, LIGHTRED);
    fillellipse(x, y, 20, 20);
    key = bioskey(0);
    if (key == ESC)
      break;
    /* A ring stays where the ball was. */
    setfillstyle(SOLID_FILL, BLUE);
    fillellipse(x, y, 20, 20);
    if (key == UP)
      y -= 40;
    if (key == DOWN)
      y += 40;
    if (key == LEFT)
      x -= 40;
    if (key == RIGHT)
      x += 40;
  }
  return 0;
}
