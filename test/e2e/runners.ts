import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** While the suite is converted, a file belongs to the test runner that it imports. */
const files = (isPlaywright: boolean) =>
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.e2e.ts'))
    .filter((file) => !readFileSync(join(import.meta.dirname, file), 'utf8').includes("from 'vitest'") === isPlaywright)

export const playwrightFiles = () => files(true)
export const vitestFiles = () => files(false).map((file) => `test/e2e/${file}`)
