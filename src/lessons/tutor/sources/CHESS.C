/* CHESS.C: a loop in a loop. */

#include <bios.h>
#include <graphics.h>

int main(void)
{
  int gd = DETECT, gm;
  int row, col, x, y;

  initgraph(&gd, &gm, "");
  setfillstyle(SOLID_FILL, BROWN);
  bar(110, 30, 530, 450);
  setcolor(BLACK);
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++) {
      x = 120 + 50 * col;
      y = 40 + 50 * row;
      if ((row + col) % 2 == 0)
        setfillstyle(SOLID_FILL, LIGHTGRAY);
      else
        setfillstyle(SOLID_FILL, GREEN);
      bar(x, y, x + 49, y + 49);
      /* The stones are on the dark cells. */
      if ((row + col) % 2 == 1 && row < 3) {
        setfillstyle(SOLID_FILL, RED);
        fillellipse(x + 25, y + 25, 18, 18);
      }
      if ((row + col) % 2 == 1 && row > 4) {
        setfillstyle(SOLID_FILL, WHITE);
        fillellipse(x + 25, y + 25, 18, 18);
      }
    }
  bioskey(0);
  return 0;
}
