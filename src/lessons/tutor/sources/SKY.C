/* SKY.C: a choice with if. */

#include <bios.h>
#include <graphics.h>

/* The hour of the day: 0 to 23. */
int hour = 21;

int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  if (hour >= 6 && hour < 20) {
    /* The day: a sun. */
    setfillstyle(SOLID_FILL, LIGHTCYAN);
    bar(0, 0, 639, 479);
    setcolor(YELLOW);
    setfillstyle(SOLID_FILL, YELLOW);
    fillellipse(500, 100, 50, 50);
  } else {
    /* The night: a crescent. */
    setfillstyle(SOLID_FILL, BLUE);
    bar(0, 0, 639, 479);
    setcolor(YELLOW);
    setfillstyle(SOLID_FILL, YELLOW);
    fillellipse(500, 100, 50, 50);
    setcolor(BLUE);
    setfillstyle(SOLID_FILL, BLUE);
    fillellipse(475, 90, 45, 45);
    putpixel(100, 60, WHITE);
    putpixel(240, 130, WHITE);
    putpixel(330, 50, WHITE);
    putpixel(580, 190, WHITE);
  }
  /* The hill and the house. */
  setcolor(GREEN);
  setfillstyle(SOLID_FILL, GREEN);
  fillellipse(320, 560, 500, 200);
  setfillstyle(SOLID_FILL, BROWN);
  bar(220, 260, 380, 380);
  setfillstyle(SOLID_FILL, RED);
  bar(200, 230, 400, 260);
  setfillstyle(SOLID_FILL, DARKGRAY);
  bar(310, 310, 350, 380);
  if (hour >= 18)
    setfillstyle(SOLID_FILL, YELLOW);
  bar(245, 290, 285, 330);
  bioskey(0);
  return 0;
}
