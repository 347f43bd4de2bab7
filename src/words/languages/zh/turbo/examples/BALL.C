/* BALL.C：弹跳的小球。按任意键结束。 */
#include <graphics.h>
#include <conio.h>
#include <dos.h>

#define R 20

int main(void)
{
  int gd = DETECT, gm;
  int x = 100, y = 100;
  int dx = 4, dy = 3;

  initgraph(&gd, &gm, "");
  setcolor(WHITE);
  rectangle(0, 0, getmaxx(), getmaxy());

  while (!kbhit()) {
    setcolor(YELLOW);
    setfillstyle(SOLID_FILL, LIGHTRED);
    fillellipse(x, y, R, R);
    delay(20);

    /* 用黑色盖掉旧的，再走一步。 */
    setcolor(BLACK);
    setfillstyle(SOLID_FILL, BLACK);
    fillellipse(x, y, R, R);
    x += dx;
    y += dy;

    if (x - R <= 4 || x + R >= getmaxx() - 4)
      dx = -dx;
    if (y - R <= 4 || y + R >= getmaxy() - 4)
      dy = -dy;
  }
  getch();
  closegraph();
  return 0;
}
