#include <stdio.h>
#include <string.h>
#include <ctype.h>
int main(void)
{
  char s[81];
  int i, n, vowels = 0, words = 0, same = 1;
  printf("Line: ");
  gets(s);
  n = strlen(s);
  for (i = 0; i < n; i++) {
    if (strchr("aeiouAEIOU", s[i])) vowels++;
    if (s[i] != ' ' && (i == 0 || s[i - 1] == ' ')) words++;
    if (tolower(s[i]) != tolower(s[n - 1 - i])) same = 0;
  }
  printf("%d letters, %d vowels, %d words\n", n, vowels, words);
  for (i = n - 1; i >= 0; i--) putchar(s[i]);
  printf("\n");
  if (same) printf("A palindrome\n");
  return 0;
}
