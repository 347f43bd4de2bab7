/* 第一个程序：在屏幕上写一行字。 */
#include <stdio.h>

main()
{
  printf("你好，世界！\n");
  printf("Hello, 黑白棋 1.0\n");
}
