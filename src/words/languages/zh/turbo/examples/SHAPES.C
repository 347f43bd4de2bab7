/* SHAPES.C：graphics.h的各种图形，十六种颜色。 */
#include <graphics.h>
#include <conio.h>

int main(void)
{
  int gd = DETECT, gm, n;
  int house[] = { 420, 260, 420, 180, 490, 130,
                  560, 180, 560, 260, 420, 260 };

  initgraph(&gd, &gm, "");

  setcolor(WHITE);
  rectangle(40, 40, 180, 120);
  circle(290, 80, 45);
  ellipse(470, 80, 0, 360, 80, 35);
  arc(290, 230, 30, 150, 60);
  drawpoly(6, house);

  setfillstyle(SOLID_FILL, LIGHTBLUE);
  bar(40, 160, 180, 260);
  setfillstyle(HATCH_FILL, LIGHTRED);
  pieslice(290, 260, 200, 340, 60);
  setfillstyle(SLASH_FILL, YELLOW);
  floodfill(490, 200, WHITE);

  for (n = 0; n < 16; n++) {
    setfillstyle(SOLID_FILL, n);
    bar(40 + 35 * n, 340, 70 + 35 * n, 400);
    setcolor(n == 0 ? DARKGRAY : n);
    rectangle(40 + 35 * n, 340, 70 + 35 * n, 400);
  }
  setcolor(WHITE);
  outtextxy(40, 420, "BLACK is colour 0, WHITE is colour 15.");
  getch();
  closegraph();
  return 0;
}
