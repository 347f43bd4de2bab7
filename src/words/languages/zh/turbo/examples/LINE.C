/* LINE.C：最简单的图。从一点到另一点画线。 */
#include <graphics.h>
#include <conio.h>

int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  setcolor(WHITE);
  line(100, 100, 540, 380);   /* 从(100,100)到(540,380) */
  setcolor(LIGHTGREEN);
  line(540, 100, 100, 380);
  putpixel(320, 60, YELLOW);  /* 只画一个点 */
  outtextxy(220, 430, "x grows to the right,");
  outtextxy(220, 445, "y grows downwards.");
  getch();
  closegraph();
  return 0;
}
