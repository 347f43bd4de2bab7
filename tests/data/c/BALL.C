/* BALL.C: a ball bounces until a key is pressed. */

#include <conio.h>
#include <dos.h>
#include <graphics.h>

#define RADIUS 20
#define LEFT   40
#define TOP    60
#define RIGHT  600
#define BOTTOM 440

struct ball {
  int x, y;
  int dx, dy;
};

void draw(struct ball *b, int color)
{
  setcolor(color);
  setfillstyle(SOLID_FILL, color);
  fillellipse(b->x, b->y, RADIUS, RADIUS);
}

/* One step; returns 1 if it hit a wall. */
int move(struct ball *b)
{
  int hit = 0;

  if (b->x + b->dx < LEFT + RADIUS
      || b->x + b->dx > RIGHT - RADIUS) {
    b->dx = -b->dx;
    hit = 1;
  }
  if (b->y + b->dy < TOP + RADIUS
      || b->y + b->dy > BOTTOM - RADIUS) {
    b->dy = -b->dy;
    hit = 1;
  }
  b->x += b->dx;
  b->y += b->dy;
  return hit;
}

int main(void)
{
  int gd = DETECT, gm, i;
  struct ball b;

  initgraph(&gd, &gm, "");
  setcolor(YELLOW);
  settextstyle(DEFAULT_FONT, HORIZ_DIR, 2);
  settextjustify(CENTER_TEXT, TOP_TEXT);
  outtextxy(getmaxx() / 2, 20, "PRESS ANY KEY");
  setlinestyle(SOLID_LINE, 0, THICK_WIDTH);
  setcolor(LIGHTBLUE);
  rectangle(LEFT - 2, TOP - 2, RIGHT + 2, BOTTOM + 2);
  setlinestyle(SOLID_LINE, 0, NORM_WIDTH);

  for (i = 1; i < 12; i++) {
    setfillstyle(i, i);
    bar(55 + 45 * i, 452, 85 + 45 * i, 474);
  }
  b.x = 100;
  b.y = 120;
  b.dx = 7;
  b.dy = 5;
  while (!kbhit()) {
    draw(&b, LIGHTRED);
    delay(20);
    draw(&b, BLACK);
    if (move(&b))
      sound(440);
    else
      nosound();
  }
  getch();
  draw(&b, LIGHTGREEN);
  getch();
  closegraph();
  return 0;
}
