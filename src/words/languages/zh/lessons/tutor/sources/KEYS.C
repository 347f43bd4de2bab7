/* KEYS.C：键是怎样来
   的。按 Esc 结束。 */

#include <stdio.h>
#include <bios.h>

#define ESC 0x011B

/* bioskey 给的键值和它的两个字
   节。高字节是键盘上的位置，低字
   节是字符，没有字符的键是 0。 */
int key, high, low;

/* 后面等着的是哪个键；0 是没有。 */
int waiting;

/* 按了多少个键，其中
   多少个没有字符。 */
int keys, without;

void Split(void);
void Look(void);

int main(void)
{
  keys = 0;
  without = 0;
  do {
    key = bioskey(0);
    Split();
    Look();
    keys++;
  } while (key != ESC);
  printf("%d keys, ", keys);
  printf("%d without a character.\n", without);
  return 0;
}

/* 把键值拆开：256 乘
   高字节，加低字节。 */
void Split(void)
{
  high = key / 256;
  low = key % 256;
}

/* 看还有没有键等着。bioskey(1)
   不等待，也不取走键。 */
void Look(void)
{
  waiting = bioskey(1);
}
