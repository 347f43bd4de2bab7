/* PAINT.C：小画板。方向键移动，空格键抬笔、落笔，
   0到9和A到F选颜色，Del清屏，Esc结束。 */
#include <graphics.h>
#include <conio.h>
#include <ctype.h>

#define STEP 4

int color = 15;

void show_colors(void)
{
  int n;

  for (n = 0; n < 16; n++) {
    setfillstyle(SOLID_FILL, n);
    bar(40 * n, 456, 40 * n + 38, 478);
    setcolor(n == color ? WHITE : BLACK);
    rectangle(40 * n, 454, 40 * n + 38, 479);
  }
}

void clear(void)
{
  cleardevice();
  setcolor(LIGHTGRAY);
  outtextxy(8, 4, "Arrows, Space: brush, 0-9 A-F: colour, Del: clear, Esc");
  show_colors();
}

/* 十字光标，指出画笔的位置；同样再画一次就没了。 */
void cross(int x, int y)
{
  setcolor(WHITE);
  setwritemode(XOR_PUT);
  line(x - 5, y, x + 5, y);
  line(x, y - 5, x, y + 5);
  setwritemode(COPY_PUT);
}

int main(void)
{
  int gd = DETECT, gm, x = 320, y = 220, down = 1, key;

  initgraph(&gd, &gm, "");
  clear();
  do {
    cross(x, y);
    key = toupper(getch());
    cross(x, y);
    if (key == 0)
      switch (getch()) {
        case 72: if (y > 24)  y -= STEP; break;
        case 80: if (y < 444) y += STEP; break;
        case 75: if (x > 8)   x -= STEP; break;
        case 77: if (x < 630) x += STEP; break;
        case 83: clear(); break;
      }
    else if (key == ' ')
      down = !down;
    else if (isxdigit(key)) {
      color = isdigit(key) ? key - '0' : key - 'A' + 10;
      show_colors();
    }
    if (down) {
      setfillstyle(SOLID_FILL, color);
      bar(x - 2, y - 2, x + 1, y + 1);
    }
  } while (key != 27);
  closegraph();
  return 0;
}
