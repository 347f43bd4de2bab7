/* Sends WM_DPICHANGED to a window with a suggested place: other_scale NAME LEFT TOP WIDTH HEIGHT */
#include <stdlib.h>
#include <windows.h>

int main(int argc, char **argv)
{
    if (argc != 6) return 2;
    HWND window = FindWindowA(NULL, argv[1]);
    DWORD id = 0;
    GetWindowThreadProcessId(window, &id);
    HANDLE process = OpenProcess(PROCESS_VM_OPERATION | PROCESS_VM_WRITE, FALSE, id);
    RECT place = { atoi(argv[2]), atoi(argv[3]), 0, 0 };
    place.right = place.left + atoi(argv[4]);
    place.bottom = place.top + atoi(argv[5]);
    /* The place must be in the memory of the window's process. */
    void *there = VirtualAllocEx(process, NULL, sizeof place, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
    if (there == NULL || !WriteProcessMemory(process, there, &place, sizeof place, NULL)) return 1;
    SendMessageA(window, WM_DPICHANGED, MAKEWPARAM(144, 144), (LPARAM)there);
    return 0;
}
