/* BOOK.C：一局棋的结果怎样沿
   着自学程序的开局库传回去。 */

#include <stdio.h>

#define POSITIONS 200
#define MOVES 400

/* 开局库里的局面有编号。每个
   局面记着它对轮到的一方值多
   少（以百分之一子计），还有
   几个空格：每着占一格。 */
int positions;
int worth[POSITIONS];
int empty[POSITIONS];

/* 结果确定吗？终局时
   确定，搜索算清时也
   确定。以子计。 */
int certain[POSITIONS];
int result[POSITIONS];

/* 有没有还没下过、但
   搜索认为有望的着？
   以百分之一子计。 */
int alternative[POSITIONS];
int promise[POSITIONS];

/* 要看它吗？ */
int waits[POSITIONS];

/* 下过的着：从一个局面到
   另一个。对方下不了，同
   一方再下时，same 是 1。 */
int moves;
int from[MOVES], to[MOVES], same[MOVES];

/* 一局棋经过的局面，第一个在
   0，以及有多少着。第 i 着的一
   方接着再下时，again[i] 是 1。 */
int path[61], again[60];
int length;

/* 看了多少个局面，
   变了多少个。 */
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

  /* 最短的一局黑白棋：f5 d6 c5 f4 e7
     f6 g5 e6 e3。黑方赢得全部 64 子。 */
  length = 9;
  for (i = 0; i <= length; i++)
    path[i] = Position(60 - i);
  Learn(-64);
  Print("Black won");

  /* 假如白方是自学程序，搜索
     会找出下次可试的着。对它
     还一无所知：先给 0。 */
  alternative[3] = 1;
  promise[3] = 0;
  waits[3] = 1;
  CarryBack();
  Print("With another move after c5");

  /* 白方试了：f6，接着 e6 f4
     c6 b6 f3 g2。白方全胜。 */
  length = 10;
  for (i = 4; i <= length; i++)
    path[i] = Position(60 - i);
  alternative[3] = 0;
  Learn(-64);
  Print("White won");
  return 0;
}

/* 一个新局面，有这么多空格。 */
int Position(int cells)
{
  empty[positions] = cells;
  positions++;
  return positions - 1;
}

/* 从 path 上的一局学
   习。得分是下一个该下
   的一方的，以子计。 */
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

/* 记下有一着从 a 到
   b，记过就不再记。 */
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

/* 看所有等着的局面：空格
   最少的先看，这样看每个
   局面时它后面的都已算
   对。有变化时，它前面的
   局面也要等着看。 */
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

/* 等着的局面里空格最少
   的那个，没有时是 -1。 */
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

/* 局面对轮到的一方值多
   少：下过的着和候选着
   里最好的。对一方好就
   是对另一方坏，所以每
   过一个局面变一次号，
   同一方再下时不变。 */
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
