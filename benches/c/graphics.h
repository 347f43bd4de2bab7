/* A screen in memory for C compilers of today: no more than the benchmark calls. */
#include <string.h>

enum { BLACK, WHITE = 15 };
enum { DETECT = 0, SOLID_FILL = 1 };

static unsigned char screen[480][640];
static int fill;
static short todo[640 * 480][2];

static void initgraph(int *gd, int *gm, const char *path)
{
  (void) path;
  *gd = 9;
  *gm = 2;
}

static void putpixel(int x, int y, int color)
{
  if (x >= 0 && x < 640 && y >= 0 && y < 480)
    screen[y][x] = color;
}

static int getpixel(int x, int y)
{
  if (x >= 0 && x < 640 && y >= 0 && y < 480)
    return screen[y][x];
  return 0;
}

static void setfillstyle(int pattern, int color)
{
  (void) pattern;
  fill = color;
}

static void bar(int left, int top, int right, int bottom)
{
  int y;

  for (y = top; y <= bottom; y++)
    memset(&screen[y][left], fill, right - left + 1);
}

/* Line by line: each point on the list begins a line that is not filled yet. */
static void floodfill(int x, int y, int border)
{
  int n = 1, left, right, row;

  todo[0][0] = x;
  todo[0][1] = y;
  while (n > 0) {
    n--;
    x = todo[n][0];
    y = todo[n][1];
    if (screen[y][x] == border || screen[y][x] == fill)
      continue;
    for (left = x; left > 0 && screen[y][left - 1] != border; left--)
      ;
    for (right = x; right < 639 && screen[y][right + 1] != border; right++)
      ;
    memset(&screen[y][left], fill, right - left + 1);
    for (row = y - 1; row <= y + 1; row += 2)
      if (row >= 0 && row < 480)
        for (x = left; x <= right; x++)
          if (screen[row][x] != border && screen[row][x] != fill
              && (x == left || screen[row][x - 1] == border)) {
            todo[n][0] = x;
            todo[n][1] = row;
            n++;
          }
  }
}
