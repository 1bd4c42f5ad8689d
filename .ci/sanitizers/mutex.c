/* Tells ThreadSanitizer of the locks that a Mutex of Swift's standard library takes where it has to wait: that code is not instrumented, and
   what follows on it would be taken for a race. Its names are those of libswiftSynchronization; one that is missing ends the program. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
typedef SWIFT void (*Lock)(uint32_t, SELF void *);
typedef SWIFT void (*Unlock)(SELF void *);

static void *original(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function) return function;
    fprintf(stderr, "libswiftSynchronization has no %s\n", name);
    abort();
}

SWIFT void lock_slowly(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void lock_slowly(uint32_t thread, SELF void *mutex) {
    ((Lock)original(LOCK))(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void unlock_slowly(SELF void *mutex) __asm__(UNLOCK);
SWIFT void unlock_slowly(SELF void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    ((Unlock)original(UNLOCK))(mutex);
}
