/* 每个汉字的内码和区位码。 */
#include <stdio.h>

main()
{
  static unsigned char text[] = "啊中国A";
  unsigned char *p = text;

  while (*p)
    if (*p > 0xA0) {
      printf("%c%c  %02X%02X  %02d%02d\n", p[0], p[1], p[0], p[1], p[0] - 0xA0, p[1] - 0xA0);
      p += 2;
    }
    else {
      printf("%c   %02X\n", *p, *p);
      p++;
    }
}
