/* MEADOW.C: functions with parameters. */

#include <bios.h>
#include <graphics.h>

int Middle(int a, int b);
void Flower(int x, int y, int color);

int main(void)
{
  int gd = DETECT, gm, i;

  initgraph(&gd, &gm, "");
  setfillstyle(SOLID_FILL, LIGHTCYAN);
  bar(0, 0, 639, 479);
  setfillstyle(SOLID_FILL, GREEN);
  bar(0, 300, 639, 479);
  for (i = 0; i < 6; i++)
    Flower(60 + 100 * i, 220, LIGHTMAGENTA);
  for (i = 0; i < 5; i++)
    Flower(110 + 100 * i, 290, LIGHTRED);
  Flower(Middle(0, 639), 100, LIGHTBLUE);
  bioskey(0);
  return 0;
}

/* The number in the middle between a and b. */
int Middle(int a, int b)
{
  return (a + b) / 2;
}

/* Draws a flower. Its middle is (x,y). */
void Flower(int x, int y, int color)
{
  setfillstyle(SOLID_FILL, BROWN);
  bar(x - 2, y, x + 2, y + 140);
  setcolor(WHITE);
  setfillstyle(SOLID_FILL, color);
  fillellipse(x, y - 22, 14, 18);
  fillellipse(x, y + 22, 14, 18);
  fillellipse(x - 22, y, 18, 14);
  fillellipse(x + 22, y, 18, 14);
  setfillstyle(SOLID_FILL, YELLOW);
  fillellipse(x, y, 14, 14);
}
