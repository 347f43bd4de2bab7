/* CLOCK.C：三根针的时钟。按任意键结束。 */
#include <graphics.h>
#include <conio.h>
#include <dos.h>
#include <math.h>

#define CX 320
#define CY 240

/* 画一根针：part是一圈的几分之几，0到1，从12点算起。 */
void hand(double part, int length, int color, int width)
{
  double angle = 2 * M_PI * part;

  setcolor(color);
  setlinestyle(SOLID_LINE, 0, width);
  line(CX, CY, CX + (int)(length * sin(angle)),
               CY - (int)(length * cos(angle)));
}

void hands(struct time *t, int visible)
{
  double minute = t->ti_min + t->ti_sec / 60.0;

  hand((t->ti_hour % 12 + minute / 60) / 12, 90, visible ? WHITE : BLACK, 3);
  hand(minute / 60, 130, visible ? LIGHTCYAN : BLACK, 3);
  hand(t->ti_sec / 60.0, 140, visible ? LIGHTRED : BLACK, 1);
}

int main(void)
{
  int gd = DETECT, gm, n, mark;
  struct time now, shown;

  initgraph(&gd, &gm, "");
  setcolor(YELLOW);
  circle(CX, CY, 180);
  setfillstyle(SOLID_FILL, YELLOW);
  for (n = 0; n < 12; n++) {
    mark = n % 3 == 0 ? 7 : 3;
    fillellipse(CX + (int)(162 * sin(n * M_PI / 6)),
                CY - (int)(162 * cos(n * M_PI / 6)), mark, mark);
  }
  gettime(&shown);
  hands(&shown, 1);
  while (!kbhit()) {
    gettime(&now);
    if (now.ti_sec != shown.ti_sec) {
      hands(&shown, 0);
      hands(&now, 1);
      shown.ti_hour = now.ti_hour;
      shown.ti_min = now.ti_min;
      shown.ti_sec = now.ti_sec;
    }
    delay(50);
  }
  getch();
  closegraph();
  return 0;
}
