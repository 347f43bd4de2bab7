/* 新程序：画一个圆，等一个键。按Ctrl+F9运行。 */
#include <graphics.h>
#include <conio.h>

int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  setcolor(YELLOW);
  circle(getmaxx() / 2, getmaxy() / 2, 100);
  outtextxy(20, 20, "Press a key.");
  getch();
  closegraph();
  return 0;
}
