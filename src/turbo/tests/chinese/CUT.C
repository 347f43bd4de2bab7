/* 一个汉字占两个字节，从中间截断就只剩半个。 */
#include <stdio.h>
#include <string.h>

main()
{
  static char all[] = "五子棋";
  char part[8];
  int n;

  for (n = 0; n <= 6; n++) {
    strncpy(part, all, n);
    part[n] = 0;
    printf("%d [%s]\n", n, part);
  }
}
