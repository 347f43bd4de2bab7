/* BRANCH.C: a function that calls itself. */

#include <bios.h>
#include <graphics.h>

void Branch(int x, int y, int r, int d, int n);

int main(void)
{
  int gd = DETECT, gm;

  initgraph(&gd, &gm, "");
  Branch(320, 460, 0, -110, 8);
  bioskey(0);
  return 0;
}

/* Draws a branch from (x,y), r to the right and d
   down, and on its end n times smaller ones. */
void Branch(int x, int y, int r, int d, int n)
{
  if (n == 0)
    return;
  setcolor(BROWN);
  if (n < 4)
    setcolor(LIGHTGREEN);
  line(x, y, x + r, y + d);
  x = x + r;
  y = y + d;
  Branch(x, y, (7 * r + 4 * d) / 10,
         (7 * d - 4 * r) / 10, n - 1);
  Branch(x, y, (7 * r - 4 * d) / 10,
         (7 * d + 4 * r) / 10, n - 1);
}
