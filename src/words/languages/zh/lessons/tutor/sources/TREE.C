/* TREE.C：把一个小游戏画成树。
   走两种，应两种，再走两种。 */

#include <stdio.h>
#include <graphics.h>

/* 从局面n可以走到局面
   2 * n 和 2 * n + 1。
   从1开始，到8以后就终局了。 */
#define OVER 8

/* 局面对先走的一方值多少。
   开始时只知道
   最后八个。 */
int worth[16] = {
  0, 0, 0, 0, 0, 0, 0, 0,
  3, 5, 6, 9, 1, 2, 0, -1
};

/* 这个局面检查过没有？ */
int seen[16];

/* 一直检查到终局的有几个。 */
int looked;

void DrawTree(void);
void DrawPosition(int n);
int Depth(int n);
int X(int n);
int Y(int n);
int Begins(int n);
int Minimax(int n);
int AlphaBeta(int n, int alpha, int beta);

int main(void)
{
  int gd = DETECT, gm, all;

  initgraph(&gd, &gm, "");
  DrawTree();
  Minimax(1);
  all = looked;
  DrawTree();
  AlphaBeta(1, -99, 99);
  closegraph();
  printf("The game is worth %d.\n", worth[1]);
  printf("Minimax looks at %d ends, ", all);
  printf("alpha-beta at %d.\n", looked);
  return 0;
}

/* 画树。这时什么都没检查过。 */
void DrawTree(void)
{
  int n;

  setfillstyle(SOLID_FILL, BLACK);
  bar(0, 0, 639, 479);
  setcolor(LIGHTGRAY);
  for (n = 2; n < 16; n++)
    line(X(n / 2), Y(n / 2), X(n), Y(n));
  looked = 0;
  for (n = 1; n < 16; n++) {
    seen[n] = 0;
    DrawPosition(n);
  }
}

/* 画一个局面。检查过的或已经终局的，
   写出它值多少。 */
void DrawPosition(int n)
{
  char text[8];

  setcolor(WHITE);
  if (seen[n])
    setfillstyle(SOLID_FILL, BLUE);
  else
    setfillstyle(SOLID_FILL, BLACK);
  fillellipse(X(n), Y(n), 34, 28);
  if (seen[n] || n >= OVER) {
    settextstyle(DEFAULT_FONT, HORIZ_DIR, 3);
    sprintf(text, "%d", worth[n]);
    if (worth[n] < 0)
      outtextxy(X(n) - 24, Y(n) - 11, text);
    else
      outtextxy(X(n) - 12, Y(n) - 11, text);
  }
}

/* 走了几步到这个局面。 */
int Depth(int n)
{
  int depth;

  depth = 0;
  while (n > 1) {
    n = n / 2;
    depth++;
  }
  return depth;
}

/* 局面画在什么地方。 */
int X(int n)
{
  int first, wide;

  first = 1;
  wide = 640;
  while (2 * first <= n) {
    first = 2 * first;
    wide = wide / 2;
  }
  return wide * (n - first) + wide / 2;
}

int Y(int n)
{
  return 60 + 115 * Depth(n);
}

/* 轮到走的是不是先走的一方？
   是则数越大越好，
   否则越小越好。 */
int Begins(int n)
{
  return Depth(n) % 2 == 0;
}

/* 双方都走得最好时局面值多少。
   每一着都一直试到终局。 */
int Minimax(int n)
{
  int first, second;

  if (n >= OVER)
    looked++;
  else {
    first = Minimax(2 * n);
    second = Minimax(2 * n + 1);
    worth[n] = first;
    if (Begins(n) && second > first)
      worth[n] = second;
    if (!Begins(n) && second < first)
      worth[n] = second;
  }
  seen[n] = 1;
  DrawPosition(n);
  return worth[n];
}

/* 同上，但要剪枝。
   先走的一方在别处已有alpha，
   另一方已有beta。
   alpha达到beta，总有一方不会让棋走到这里：
   第二着就不用看了。 */
int AlphaBeta(int n, int alpha, int beta)
{
  int first, second;

  seen[n] = 1;
  if (n >= OVER) {
    looked++;
    DrawPosition(n);
    return worth[n];
  }
  first = AlphaBeta(2 * n, alpha, beta);
  worth[n] = first;
  if (Begins(n) && first > alpha)
    alpha = first;
  if (!Begins(n) && first < beta)
    beta = first;
  if (alpha < beta) {
    second = AlphaBeta(2 * n + 1, alpha, beta);
    if (Begins(n) && second > first)
      worth[n] = second;
    if (!Begins(n) && second < first)
      worth[n] = second;
  }
  DrawPosition(n);
  return worth[n];
}
