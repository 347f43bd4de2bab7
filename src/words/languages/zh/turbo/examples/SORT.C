/* SORT.C：冒泡排序。竖条互换位置，直到排好。 */
#include <graphics.h>
#include <conio.h>
#include <dos.h>
#include <stdlib.h>
#include <time.h>

#define N 40

int height[N];

void draw_bar(int n, int color)
{
  setfillstyle(SOLID_FILL, BLACK);
  bar(16 * n, 0, 16 * n + 13, 439);
  setfillstyle(SOLID_FILL, color);
  bar(16 * n, 440 - height[n], 16 * n + 13, 439);
}

int main(void)
{
  int gd = DETECT, gm, n, last, t;

  initgraph(&gd, &gm, "");
  randomize();
  for (n = 0; n < N; n++) {
    height[n] = 10 + random(400);
    draw_bar(n, LIGHTBLUE);
  }
  for (last = N - 1; last > 0; last--) {
    for (n = 0; n < last; n++) {
      if (height[n] > height[n + 1]) {
        t = height[n];
        height[n] = height[n + 1];
        height[n + 1] = t;
      }
      draw_bar(n, LIGHTBLUE);
      draw_bar(n + 1, YELLOW);
      delay(10);
    }
    draw_bar(last, LIGHTGREEN);
  }
  draw_bar(0, LIGHTGREEN);
  outtextxy(8, 460, "Sorted. Press a key.");
  getch();
  closegraph();
  return 0;
}
