#include <graphics.h>
#include <conio.h>
#include <dos.h>
int main(void)
{
  int gd = DETECT, gm, x = 320, y = 240, dx = 4, dy = 0, key = 0;
  initgraph(&gd, &gm, "");
  rectangle(100, 100, 540, 380);
  while (key != 'q') {
    setcolor(YELLOW);
    circle(x, y, 10);
    delay(20);
    if (kbhit()) {
      key = getch();
      if (key == 'w') { dx = 0; dy = -4; }
      if (key == 's') { dx = 0; dy = 4; }
      if (key == 'a') { dx = -4; dy = 0; }
      if (key == 'd') { dx = 4; dy = 0; }
      if (key == ' ') { dx = 0; dy = 0; }
    }
    setcolor(BLACK);
    circle(x, y, 10);
    x += dx;
    y += dy;
    if (x > 520 || x < 120) dx = -dx;
    if (y > 360 || y < 120) dy = -dy;
  }
  closegraph();
  return 0;
}
