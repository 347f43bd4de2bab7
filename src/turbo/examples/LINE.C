/* LINE.C: the smallest drawing. A line goes from one point to another. */
#include <graphics.h>
#include <conio.h>

int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  setcolor(WHITE);
  line(100, 100, 540, 380);   /* from (100,100) to (540,380) */
  setcolor(LIGHTGREEN);
  line(540, 100, 100, 380);
  putpixel(320, 60, YELLOW);  /* a single point */
  outtextxy(220, 430, "x grows to the right,");
  outtextxy(220, 445, "y grows downwards.");
  getch();
  closegraph();
  return 0;
}
