/* A list, a tree, an array and a table: what pointers point to. */
#include <stdio.h>
#include <string.h>
#include <alloc.h>

struct node { int n; struct node *next; };
struct tree { int key; struct tree *left, *right; };
struct pupil { char name[8]; int age; float mark; };

struct node *Push(struct node *head, int n)
{
  struct node *p;

  p = malloc(sizeof(struct node));
  p->n = n;
  p->next = head;
  return p;
}

struct tree *Insert(struct tree *t, int key)
{
  if (t == NULL) {
    t = malloc(sizeof(struct tree));
    t->key = key;
    t->left = t->right = NULL;
  } else if (key < t->key)
    t->left = Insert(t->left, key);
  else
    t->right = Insert(t->right, key);
  return t;
}

main()
{
  struct node *head, *p;
  struct tree *root;
  struct pupil class[3];
  int i, *a;

  head = NULL;
  for (i = 1; i <= 9; i++)
    head = Push(head, i * i);
  p = head->next->next;
  head = head->next;
  root = NULL;
  root = Insert(root, 50);
  Insert(root, 20);
  Insert(root, 80);
  Insert(root, 10);
  Insert(root, 30);
  Insert(root, 90);
  a = calloc(20, sizeof(int));
  a[3] = 7;
  strcpy(class[0].name, "Ann");
  class[0].age = 12;
  class[0].mark = 1.5;
  strcpy(class[1].name, "Bob");
  if (i < 10)
    printf("empty\n");
  printf("done\n");
}
