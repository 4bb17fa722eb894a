import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test.each([
  ['seed.ts', 'npm run seed [-- --cases N]'],
  ['rotateKeys.ts', 'npm run rotate-keys [-- --leaked]'],
])('%s answers an unknown flag by its usage, without a stack', (script, usage) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), '--help'], {
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr: stderr.trim() }).toEqual({ status: 1, stdout: '', stderr: usage })
})
