#include <stdio.h>
#include <string.h>

char word[20] = "gobang";

void Reverse(char *text)
{
  char *left = text;
  char *right = text + strlen(text) - 1;
  char c;

  while (left < right) {
    c = *left;
    *left++ = *right;
    *right-- = c;
  }
}

main()
{
  int count[26];
  int i;

  Reverse(word);
  for (i = 0; i < 26; i++)
    count[i] = 0;
  for (i = 0; word[i] != 0; i++)
    count[word[i] - 'a']++;
  printf("%s has %d g\n", word, count['g' - 'a']);
  return 0;
}
