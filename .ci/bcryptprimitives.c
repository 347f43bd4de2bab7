/* The one function of bcryptprimitives.dll that Rust's standard library calls. Wine before version 9 lacks this library. */
int __stdcall SystemFunction036(void *bytes, unsigned count);
__declspec(dllexport) int __stdcall ProcessPrng(void *bytes, unsigned long long count) { return SystemFunction036(bytes, count); }
