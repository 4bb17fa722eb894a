import { defineConfig } from 'vitest/config'
import { secondTries } from './test/e2e/secondTries.ts'
import { vitestFiles } from './test/e2e/runners.ts'

/** The tests in a real browser against a real server; one file after the other, they share both. */
export default defineConfig({
  test: {
    include: vitestFiles(),
    globalSetup: ['test/e2e/old.globalSetup.ts'],
    reporters: ['default', secondTries],
    fileParallelism: false,
    // What one file leaves behind the next one finds: the order is the same on every machine, whatever ran there before.
    cache: false,
    // On a busy machine a page takes its time; what is right at last is right.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One more try, and never in silence (decision 0060).
    retry: 1,
  },
})
