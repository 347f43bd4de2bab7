/* A new program: it draws a circle and waits for a key. Ctrl+F9 runs it. */
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
