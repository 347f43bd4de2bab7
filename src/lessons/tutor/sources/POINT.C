/* POINT.C: points, lines and circles. */

#include <bios.h>
#include <graphics.h>

int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  /* The sea, the moon and some stars. */
  setcolor(LIGHTBLUE);
  line(0, 400, 639, 400);
  line(60, 420, 280, 420);
  line(380, 430, 600, 430);
  setcolor(LIGHTCYAN);
  circle(520, 90, 50);
  putpixel(90, 70, WHITE);
  putpixel(180, 150, WHITE);
  putpixel(250, 60, WHITE);
  putpixel(600, 220, WHITE);
  /* The boat. */
  setcolor(WHITE);
  line(180, 330, 460, 330);
  line(460, 330, 410, 400);
  line(230, 400, 180, 330);
  line(320, 330, 320, 80);
  setcolor(YELLOW);
  line(330, 90, 450, 310);
  line(450, 310, 330, 310);
  line(330, 310, 330, 90);
  setcolor(LIGHTRED);
  line(310, 120, 210, 310);
  line(210, 310, 310, 310);
  line(310, 310, 310, 120);
  bioskey(0);
  return 0;
}
