import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { modules } from './modules.ts'

/** The tests of a mutation run. Each file has a module graph of its own: a mutant may be in what a module does when it is loaded. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: Object.values(modules).flatMap(({ tests }) => tests),
    setupFiles: ['test/setup.ts'],
  },
})
