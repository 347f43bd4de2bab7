/* BOOK.C：有自学习功能的程序，
   怎样把一局棋的结果沿开局库传回去。 */

#include <stdio.h>

#define POSITIONS 200
#define MOVES 400

/* 开局库中的局面都有编号。每个局面记着：
   对轮到走棋的一方值多少，
   单位是百分之一子；还有几个空格，
   每走一手填掉一格。 */
int positions;
int worth[POSITIONS];
int empty[POSITIONS];

/* 结果是否确定？终局了，
   或者搜索到底了，就是确定的。
   单位是子。 */
int certain[POSITIONS];
int result[POSITIONS];

/* 有没有还没走过、但搜索认为
   有希望的着？promise是它的估值，
   单位是百分之一子。 */
int alternative[POSITIONS];
int promise[POSITIONS];

/* 要不要检查？ */
int waits[POSITIONS];

/* 走过的着：从一个局面到另一个局面。
   对方无子可下、还由同一方走时，
   same为1。 */
int moves;
int from[MOVES], to[MOVES], same[MOVES];

/* 一局棋经过的局面，开局在0，
   以及一共走了几手。
   第i手之后还由同一方走，again[i]为1。 */
int path[61], again[60];
int length;

/* 检查了几个局面，
   其中几个变了。 */
int looked, changed;

int Position(int cells);
void Learn(int score);
void Link(int a, int b, int passed);
void CarryBack(void);
int Fewest(void);
int Worth(int a);
void Print(char *what);

int main(void)
{
  int i;

  /* 黑白棋最短的一局：f5 d6 c5 f4 e7
     f6 g5 e6 e3。黑方64子全胜。 */
  length = 9;
  for (i = 0; i <= length; i++)
    path[i] = Position(60 - i);
  Learn(-64);
  Print("Black won");

  /* 假如学的是白方，搜索会找出一着，
     留待下次试试。它好不好还不知道：
     估值为0。 */
  alternative[3] = 1;
  promise[3] = 0;
  waits[3] = 1;
  CarryBack();
  Print("With another move after c5");

  /* 白方试了：f6，然后e6 f4 c6 b6 f3
     g2。白方全胜。 */
  length = 10;
  for (i = 4; i <= length; i++)
    path[i] = Position(60 - i);
  alternative[3] = 0;
  Learn(-64);
  Print("White won");
  return 0;
}

/* 新局面，有cells个空格。 */
int Position(int cells)
{
  empty[positions] = cells;
  positions++;
  return positions - 1;
}

/* 从path上的一局棋学习。
   score是接下来轮到走棋的一方的得分，
   单位是子。 */
void Learn(int score)
{
  int i;

  i = path[length];
  certain[i] = 1;
  result[i] = score;
  waits[i] = 1;
  for (i = length - 1; i >= 0; i--) {
    Link(path[i], path[i + 1], again[i]);
    waits[path[i]] = 1;
  }
  CarryBack();
}

/* 记下有一着从a到b，
   已经记过的就不再记。 */
void Link(int a, int b, int passed)
{
  int i;

  for (i = 0; i < moves; i++)
    if (from[i] == a && to[i] == b)
      return;
  from[moves] = a;
  to[moves] = b;
  same[moves] = passed;
  moves++;
}

/* 检查所有等着的局面，
   空格最少的先查：
   这样查到一个局面时，
   它后面的都已经算对了。
   一个局面变了，它前面的也要排队。 */
void CarryBack(void)
{
  int a, w, i;

  looked = 0;
  changed = 0;
  while (1) {
    a = Fewest();
    if (a < 0)
      return;
    waits[a] = 0;
    looked++;
    w = Worth(a);
    if (w == worth[a])
      continue;
    worth[a] = w;
    changed++;
    for (i = 0; i < moves; i++)
      if (to[i] == a)
        waits[from[i]] = 1;
  }
}

/* 等着的局面中空格最少的一个，
   一个也没有时返回-1。 */
int Fewest(void)
{
  int a, best;

  best = -1;
  for (a = 0; a < positions; a++)
    if (waits[a])
      if (best < 0 || empty[a] < empty[best])
        best = a;
  return best;
}

/* 局面对轮到走棋的一方值多少：
   走过的着和备选的着中，取最好的。
   对一方好，就是对另一方坏，
   所以每过一个局面变一次号；
   但还由同一方走时，
   不变号。 */
int Worth(int a)
{
  int i, v, w;

  if (certain[a])
    return 100 * result[a];
  w = -6400;
  for (i = 0; i < moves; i++)
    if (from[i] == a) {
      v = worth[to[i]];
      if (!same[i])
        v = -v;
      if (v > w)
        w = v;
    }
  if (alternative[a] && promise[a] > w)
    w = promise[a];
  return w;
}

/* 显示开局现在值多少。 */
void Print(char *what)
{
  printf("%s: the start is worth %d discs.\n",
         what, worth[0] / 100);
  printf("%d looked at, %d changed.\n",
         looked, changed);
}
