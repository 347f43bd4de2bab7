/* FIREWORK.C：礼花升空，炸成火星。按任意键结束。 */
#include <graphics.h>
#include <conio.h>
#include <dos.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#define SPARKS 60

double x[SPARKS], y[SPARKS], dx[SPARKS], dy[SPARKS];

void rise(int at, int top)
{
  int h;

  for (h = getmaxy(); h > top && !kbhit(); h -= 6) {
    putpixel(at, h, WHITE);
    delay(10);
    putpixel(at, h, BLACK);
  }
}

void burst(int at, int top, int color)
{
  int n, t;
  double angle, speed;

  for (n = 0; n < SPARKS; n++) {
    angle = 2 * M_PI * n / SPARKS;
    speed = 1 + random(300) / 100.0;
    x[n] = at;
    y[n] = top;
    dx[n] = speed * cos(angle);
    dy[n] = speed * sin(angle);
  }
  for (t = 0; t < 60 && !kbhit(); t++) {
    for (n = 0; n < SPARKS; n++) {
      putpixel((int)x[n], (int)y[n], BLACK);
      x[n] += dx[n];
      y[n] += dy[n];
      dy[n] += 0.05;              /* 火星往下落 */
      putpixel((int)x[n], (int)y[n], t > 50 ? DARKGRAY : color);
    }
    delay(20);
  }
}

int main(void)
{
  int gd = DETECT, gm, at, top;

  initgraph(&gd, &gm, "");
  randomize();
  while (!kbhit()) {
    at = 120 + random(400);
    top = 80 + random(160);
    rise(at, top);
    burst(at, top, 9 + random(7));
    cleardevice();
  }
  getch();
  closegraph();
  return 0;
}
