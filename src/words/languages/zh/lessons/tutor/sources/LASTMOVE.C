/* LASTMOVE.C：黑白棋的最
   后几手，用 alpha-beta
   一直算到终局。 */

#include <stdio.h>

/* 棋盘上的子：1 是黑子，2
   是白子，0 是空格。先行后
   列。这一局还剩四个空格。 */
int Map[8][8] = {
  { 1, 1, 1, 1, 1, 1, 0, 0 },
  { 1, 1, 2, 2, 1, 0, 0, 2 },
  { 1, 2, 1, 1, 1, 1, 2, 2 },
  { 1, 2, 1, 1, 1, 1, 2, 2 },
  { 1, 2, 1, 2, 2, 1, 1, 2 },
  { 1, 1, 2, 2, 2, 2, 1, 2 },
  { 1, 2, 2, 1, 2, 2, 2, 2 },
  { 2, 2, 2, 2, 2, 2, 2, 2 }
};

/* 轮到谁：奇数是黑
   方，偶数是白方。 */
int t = 1;

/* 看了多少个局面，
   剪掉多少着。 */
long looked, cut;

/* 走到正在看的局面途中翻转
   的子，最后一个在末尾：每
   个是 8 * 行 + 列。 */
int Turned[1200];
int turns;

int Solve(void);
int Look(int t, int alpha, int beta);
int Moves(int t);
int Drop(int row, int col, int t);
void TakeBack(int row, int col, int count);
int Score(int t);

int main(void)
{
  int value;

  value = Solve();
  printf("The position is worth %d.\n", value);
  printf("%ld positions, ", looked);
  printf("%ld moves cut off.\n", cut);
  return 0;
}

/* 双方都下最好时，第 t
   手一方的结果，以子计。 */
int Solve(void)
{
  looked = 0;
  cut = 0;
  turns = 0;
  return Look(t, -65, 65);
}

/* 局面对第 t 手的一方值多少。对一方好就是对
   另一方坏，所以一着的值是走后局面的值变号。

   alpha 是这一方
   在别处已有的。
   beta 是对方最
   多肯给的：有一
   着达到它，其余
   的着就不用看。 */
int Look(int t, int alpha, int beta)
{
  int best, v, row, col, count, left;

  looked++;
  left = Moves(t);
  if (left == 0) {
    if (Moves(t + 1) == 0)
      return Score(t);
    return -Look(t + 1, -beta, -alpha);
  }
  best = -65;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++) {
      count = Drop(row, col, t);
      if (count == 0)
        continue;
      v = -Look(t + 1, -beta, -alpha);
      TakeBack(row, col, count);
      left--;
      if (v > best)
        best = v;
      if (best > alpha)
        alpha = best;
      if (best >= beta) {
        cut += left;
        return best;
      }
    }
  return best;
}

/* 第 t 手的一方有多少着可下。 */
int Moves(int t)
{
  int row, col, count, moves;

  moves = 0;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++) {
      count = Drop(row, col, t);
      if (count > 0) {
        TakeBack(row, col, count);
        moves++;
      }
    }
  return moves;
}

/* 下第 t 手的子，翻转夹
   住的子，返回翻了几个。
   返回 0 时什么也没做。 */
int Drop(int row, int col, int t)
{
  int own, other, down, right, r, c, before;

  if (Map[row][col] != 0)
    return 0;
  own = 2 - t % 2;
  other = 3 - own;
  before = turns;
  for (down = -1; down <= 1; down++)
    for (right = -1; right <= 1; right++) {
      r = row + down;
      c = col + right;
      while (r >= 0 && r < 8 && c >= 0 && c < 8
          && Map[r][c] == other) {
        r += down;
        c += right;
      }
      if (r < 0 || r > 7 || c < 0 || c > 7
          || Map[r][c] != own)
        continue;
      /* 退回落下的子。 */
      r -= down;
      c -= right;
      while (r != row || c != col) {
        Map[r][c] = own;
        Turned[turns] = 8 * r + c;
        turns++;
        r -= down;
        c -= right;
      }
    }
  if (turns > before)
    Map[row][col] = own;
  return turns - before;
}

/* 拿回一个子，它
   翻过这么多。 */
void TakeBack(int row, int col, int count)
{
  int r, c;

  Map[row][col] = 0;
  while (count > 0) {
    turns--;
    r = Turned[turns] / 8;
    c = Turned[turns] % 8;
    Map[r][c] = 3 - Map[r][c];
    count--;
  }
}

/* 终局时第 t 手
   一方的结果。
   空格归胜方。 */
int Score(int t)
{
  int row, col, own, score, empty;

  own = 2 - t % 2;
  score = 0;
  empty = 0;
  for (row = 0; row < 8; row++)
    for (col = 0; col < 8; col++) {
      if (Map[row][col] == 0)
        empty++;
      else if (Map[row][col] == own)
        score++;
      else
        score--;
    }
  if (score > 0)
    score += empty;
  if (score < 0)
    score -= empty;
  return score;
}
