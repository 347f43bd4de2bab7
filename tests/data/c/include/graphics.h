/* Turbo C's graphics.h, as far as our programs use it.
   recorder.c has the functions: each writes its call down. */
enum { DETECT = 0, grOk = 0 };
enum { SOLID_FILL = 1 };
enum { DEFAULT_FONT = 0, HORIZ_DIR = 0 };
enum {
  BLACK, BLUE, GREEN, CYAN, RED, MAGENTA, BROWN, LIGHTGRAY,
  DARKGRAY, LIGHTBLUE, LIGHTGREEN, LIGHTCYAN, LIGHTRED,
  LIGHTMAGENTA, YELLOW, WHITE
};

void initgraph(int *driver, int *mode, char *path);
void closegraph(void);
void setcolor(int color);
void setfillstyle(int pattern, int color);
void bar(int left, int top, int right, int bottom);
void line(int x1, int y1, int x2, int y2);
void putpixel(int x, int y, int color);
void circle(int x, int y, int radius);
void fillellipse(int x, int y, int xradius, int yradius);
void settextstyle(int font, int direction, int size);
void outtextxy(int x, int y, char *text);
