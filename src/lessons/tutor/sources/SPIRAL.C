/* SPIRAL.C: pointers. */

#include <bios.h>
#include <graphics.h>

void Go(int *x, int *y, int right, int down);

int main(void)
{
  int gd = DETECT, gm;
  int x, y, n;

  initgraph(&gd, &gm, "");
  x = 320;
  y = 240;
  for (n = 10; n < 440; n += 20) {
    setcolor(9 + n / 20 % 7);
    Go(&x, &y, n, 0);
    Go(&x, &y, 0, n);
    Go(&x, &y, -n - 10, 0);
    Go(&x, &y, 0, -n - 10);
  }
  bioskey(0);
  return 0;
}

/* Draws a line from (*x,*y), and moves this point
   to its end. */
void Go(int *x, int *y, int right, int down)
{
  line(*x, *y, *x + right, *y + down);
  *x = *x + right;
  *y = *y + down;
}
