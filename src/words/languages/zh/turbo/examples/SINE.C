/* SINE.C：正弦和余弦曲线，带坐标轴。 */
#include <graphics.h>
#include <conio.h>
#include <math.h>

#define MIDDLE 240
#define UNIT 100       /* 1是几个像素 */

int main(void)
{
  int gd = DETECT, gm, x;
  double angle;

  initgraph(&gd, &gm, "");

  setcolor(DARKGRAY);
  line(0, MIDDLE - UNIT, getmaxx(), MIDDLE - UNIT);
  line(0, MIDDLE + UNIT, getmaxx(), MIDDLE + UNIT);
  for (x = 0; x < 640; x += 80)
    line(x, MIDDLE - UNIT, x, MIDDLE + UNIT);
  setcolor(WHITE);
  line(0, MIDDLE, getmaxx(), MIDDLE);

  /* 640个像素是两个周期。 */
  for (x = 0; x < 640; x++) {
    angle = x * 4 * M_PI / 640;
    putpixel(x, MIDDLE - (int)(UNIT * cos(angle)), LIGHTRED);
    putpixel(x, MIDDLE - (int)(UNIT * sin(angle)), YELLOW);
  }
  setcolor(YELLOW);
  outtextxy(20, 400, "sin x");
  setcolor(LIGHTRED);
  outtextxy(100, 400, "cos x");
  getch();
  closegraph();
  return 0;
}
