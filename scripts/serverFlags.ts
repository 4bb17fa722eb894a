/**
 * Node flags of the server; `npm start` uses the same. A half of the young generation has 4 MB instead of 16: most objects
 * of a call are short-lived, in the worker threads too. With 2 in the main thread a search costs a tenth more, with 2 in the
 * index thread a saved cell a sixth; with 8 the live channels take 40 MB more. The old generation grows by a half before a
 * collection, not by several times: with a fifth a search in 100,000 cases takes a quarter longer.
 * Without memory protection keys, because V8 ends a process of several threads by `Check failed: jit_page.has_value()` when
 * one of them frees compiled code while another looks it up (archestra-ai/archestra#6177, nodejs/node#64500).
 */
export const serverFlags = ['--max-semi-space-size=4', '--heap-growing-percent=50', '--no-memory-protection-keys']
