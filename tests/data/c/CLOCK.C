/* CLOCK.C: the face of a clock, with hands that step.
   There are no floats: a sine is a table of 16 numbers,
   each for six degrees, times 1000. */

#include <conio.h>
#include <dos.h>
#include <stdio.h>
#include <graphics.h>

#define CX 320
#define CY 240

int sine[16] = {
  0, 105, 208, 309, 407, 500, 588, 669,
  743, 809, 866, 914, 951, 978, 995, 1000
};

/* The sine of n sixtieths of a turn, times 1000. */
int sin60(int n)
{
  n = (n % 60 + 60) % 60;
  if (n >= 30)
    return -sin60(n - 30);
  return n <= 15 ? sine[n] : sine[30 - n];
}

void hand(int n, int length, int color, int width)
{
  long dx = (long) length * sin60(n) / 1000;
  long dy = (long) length * sin60(n + 15) / 1000;

  setcolor(color);
  setlinestyle(SOLID_LINE, 0, width);
  line(CX, CY, CX + (int) dx, CY - (int) dy);
  setlinestyle(SOLID_LINE, 0, NORM_WIDTH);
}

void face(void)
{
  int i, x, y;
  char text[4];

  setcolor(WHITE);
  circle(CX, CY, 200);
  circle(CX, CY, 205);
  setfillstyle(SOLID_FILL, BLUE);
  floodfill(CX + 202, CY, WHITE);
  settextstyle(DEFAULT_FONT, HORIZ_DIR, 2);
  settextjustify(CENTER_TEXT, CENTER_TEXT);
  setcolor(YELLOW);
  for (i = 1; i <= 12; i++) {
    x = CX + (int) (162L * sin60(5 * i) / 1000);
    y = CY - (int) (162L * sin60(5 * i + 15) / 1000);
    sprintf(text, "%d", i);
    outtextxy(x, y, text);
  }
  for (i = 0; i < 60; i++) {
    x = CX + (int) (193L * sin60(i) / 1000);
    y = CY - (int) (193L * sin60(i + 15) / 1000);
    putpixel(x, y, i % 5 ? LIGHTGRAY : WHITE);
    if (i % 5 == 0)
      fillellipse(x, y, 2, 2);
  }
}

int main(void)
{
  int gd = DETECT, gm, hour = 10, minute = 8, second = 36, i;

  initgraph(&gd, &gm, "");
  face();
  setwritemode(XOR_PUT);
  setfillstyle(LTSLASH_FILL, CYAN);
  setcolor(CYAN);
  pieslice(80, 410, 0, 240, 50);
  arc(80, 410, 240, 360, 60);
  ellipse(560, 410, 0, 360, 60, 30);
  bar3d(530, 60, 590, 120, 20, 1);
  do {
    hand(5 * hour + minute / 12, 100, LIGHTGREEN, THICK_WIDTH);
    hand(minute, 150, LIGHTCYAN, THICK_WIDTH);
    hand(second, 180, LIGHTRED, NORM_WIDTH);
    for (i = 0; i < 10 && !kbhit(); i++)
      delay(100);
    hand(5 * hour + minute / 12, 100, LIGHTGREEN, THICK_WIDTH);
    hand(minute, 150, LIGHTCYAN, THICK_WIDTH);
    hand(second, 180, LIGHTRED, NORM_WIDTH);
    if (++second == 60) {
      second = 0;
      minute++;
    }
  } while (!kbhit());
  return 0;
}
