/* TREE.C: a small game as a tree. Two moves, two
   answers, two moves again. */

#include <stdio.h>
#include <graphics.h>

/* From position n one can move to the positions
   2 * n and 2 * n + 1. The game begins at 1, and
   is over from 8 on. */
#define OVER 8

/* The worth of a position to the player who
   begins. At first only the last eight are
   known. */
int worth[16] = {
  0, 0, 0, 0, 0, 0, 0, 0,
  3, 5, 6, 9, 1, 2, 0, -1
};

/* Was a position looked at? */
int seen[16];

/* The number of ends that were looked at. */
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

/* Draws the tree. Nothing is seen yet. */
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

/* Draws a position, with its worth if it was
   looked at or the game is over there. */
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

/* The number of moves before a position. */
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

/* The place where a position is drawn. */
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

/* Is the player to move the one who begins? Then
   the largest number is best, else the
   smallest. */
int Begins(int n)
{
  return Depth(n) % 2 == 0;
}

/* The worth of a position when both players do
   their best. Tries each move to the end. */
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

/* Minimax with cuts. The player who begins has
   alpha elsewhere already, the other one beta.
   When alpha reaches beta, one of them will not
   let the game come here: the second move needs
   no look. */
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
