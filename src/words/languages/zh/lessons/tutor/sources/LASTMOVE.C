/* LASTMOVE.C：黑白棋一局的最后几手，
   用alpha-beta剪枝
   一直搜索到终局。 */

#include <stdio.h>

/* 棋盘上的棋子：1为黑棋，2为白棋，0为空格。
   行在前，列在后。
   这一局还剩四个空格。 */
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

/* 轮到谁走：奇数是黑方，
   偶数是白方。 */
int t = 1;

/* 检查了几个局面，
   剪掉了几着。 */
long looked, cut;

/* 走到当前局面一路上翻转的棋子，
   每个记作8 * 行 + 列，
   最后翻转的在末尾。 */
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

/* 双方都走得最好时，
   第t手一方的结果，单位是子。 */
int Solve(void)
{
  looked = 0;
  cut = 0;
  turns = 0;
  return Look(t, -65, 65);
}

/* 当前局面对第t手的一方
   值多少。

   对一方好，就是对另一方坏：
   所以一着的值，
   等于走过以后那个局面的值变号。
   alpha是这一方在别处已经到手的，
   beta是对方最多肯给的：
   有一着达到beta，其余的着就不用看了。 */
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

/* 第t手的一方有几着可下。 */
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

/* 下一枚第t手的棋子，翻转夹住的棋子。
   返回翻转的个数；
   为0时什么也没有做。 */
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
      /* 往回走到刚下的棋子。 */
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

/* 收回一枚棋子，
   连同它翻转的count个子。 */
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

/* 终局时第t手一方的结果。
   剩下的空格
   都算胜方的。 */
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
