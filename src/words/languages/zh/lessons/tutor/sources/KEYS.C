/* KEYS.C：看一个键是怎样读进来的。
   按Esc键结束。 */

#include <stdio.h>
#include <bios.h>

#define ESC 0x011B

/* bioskey返回的值，和它的两个字节。
   高字节是键在键盘上的位置，低字节是字符，
   没有字符的键为0。 */
int key, high, low;

/* 后面等着哪个键；0是没有。 */
int waiting;

/* 一共按了几个键，
   其中几个没有字符。 */
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

/* 把键值拆开：256乘高字节，
   再加低字节。 */
void Split(void)
{
  high = key / 256;
  low = key % 256;
}

/* 看看后面还有没有键等着。
   bioskey(1)不等待，也不把键取走。 */
void Look(void)
{
  waiting = bioskey(1);
}
