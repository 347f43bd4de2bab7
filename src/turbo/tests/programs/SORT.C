#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct P { char name[8]; int age; } people[] = { {"tom", 30}, {"ann", 25}, {"bob", 41}, {"eve", 7} };
int up(const void *a, const void *b) { return *(int *) a - *(int *) b; }
int by_age(const void *a, const void *b) { return ((struct P *) a)->age - ((struct P *) b)->age; }
int by_name(struct P *a, struct P *b) { return strcmp(a->name, b->name); }
char words[5][10] = {"pear", "fig", "apple", "plum", "date"};
char *names[] = {"zoe", "max", "ida"};
int deep(const void *a, const void *b) { return strcmp(*(char **) a, *(char **) b); }
int main(void)
{
  int a[10] = {5, 3, 9, 1, 7, 2, 8, 0, 6, 4}, i, key = 7, *found, *h;
  qsort(a, 10, sizeof(int), up);
  for (i = 0; i < 10; i++) printf("%d ", a[i]);
  qsort(people, 4, sizeof(struct P), by_age);
  for (i = 0; i < 4; i++) printf("%s ", people[i].name);
  qsort((void *) people, 4, sizeof people[0], (int (*)(const void *, const void *)) by_name);
  for (i = 0; i < 4; i++) printf("%s ", people[i].name);
  qsort(words, 5, 10, (int (*)(const void *, const void *)) strcmp);
  for (i = 0; i < 5; i++) printf("%s ", words[i]);
  qsort(names, 3, sizeof(char *), deep);
  for (i = 0; i < 3; i++) printf("%s ", names[i]);
  found = (int *) bsearch(&key, a, 10, sizeof(int), up);
  printf("%d ", (int) (found - a));
  key = 70;
  printf("%d\n", bsearch(&key, a, 10, sizeof(int), up) == NULL);
  h = malloc(3 * sizeof(int)); h[0] = 3; h[1] = 1; h[2] = 2;
  qsort(h, 3, sizeof(int), up);
  printf("%d%d%d\n", h[0], h[1], h[2]);
  return 0;
}
