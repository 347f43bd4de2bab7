#include <graphics.h>
#include <bios.h>

#define LEFT  0x4b00
#define RIGHT 0x4d00
#define ESC   0x11b

int x = 320;

void Square(int color)
{
  setfillstyle(SOLID_FILL, color);
  bar(x - 20, 220, x + 20, 260);
}

main()
{
  int driver = DETECT, mode, key;

  initgraph(&driver, &mode, "");
  do {
    Square(LIGHTGREEN);
    key = bioskey(0);
    Square(BLACK);
    if (key == LEFT)
      x = x - 40;
    if (key == RIGHT)
      x = x + 40;
  } while (key != ESC);
  closegraph();
  return 0;
}
