#include <graphics.h>
#include <conio.h>

void House(int x, int y, int size, int color)
{
  setcolor(color);
  rectangle(x, y, x + size, y + size);
  line(x, y, x + size / 2, y - size / 2);
  line(x + size, y, x + size / 2, y - size / 2);
}

main()
{
  int driver = DETECT, mode, i;

  initgraph(&driver, &mode, "");
  setfillstyle(SOLID_FILL, BLUE);
  bar(0, 300, 639, 479);
  for (i = 0; i < 5; i++)
    House(40 + 110 * i, 280, 80, 10 + i);
  setfillstyle(SOLID_FILL, YELLOW);
  fillellipse(320, 90, 50, 50);
  outtextxy(260, 400, "Press a key");
  getch();
  closegraph();
  return 0;
}
