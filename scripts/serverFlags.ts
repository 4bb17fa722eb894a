/**
 * Node flags of the server; `npm start` uses the same. The young generation has 2 MB instead of 16 in each thread, because
 * most objects of a call are short-lived. The old generation grows by a fifth before a collection, not by several times.
 * Without memory protection keys, because V8 ends a process of several threads by `Check failed: jit_page.has_value()` when
 * one of them frees compiled code while another looks it up (archestra-ai/archestra#6177, nodejs/node#64500).
 */
export const serverFlags = ['--max-semi-space-size=2', '--heap-growing-percent=20', '--no-memory-protection-keys']
