import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test.each([
  ['seed.ts', 'npm run seed [-- --cases N]'],
  ['rotateKeys.ts', 'npm run rotate-keys [-- --leaked]'],
])('%s answers an unknown flag by its usage, without a stack', (script, usage) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script), '--help'], {
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr: stderr.trim() }).toEqual({ status: 1, stdout: '', stderr: usage })
})

test('a signal that ends a command stops its embedded database', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'hukum-command-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const command = `
    import { loadEnv, openDatabase, runScript } from '${join(import.meta.dirname, 'environment.ts')}'
    await runScript(async () => {
      await openDatabase(loadEnv())
      console.log('open')
      await new Promise(() => setInterval(() => undefined, 1000))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', command], {
    env: { ...process.env, DATA_DIR, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  await once(child.stdout, 'data')
  expect(existsSync(join(DATA_DIR, 'postgres/postmaster.pid'))).toBe(true)
  child.kill('SIGHUP')
  expect(await ended).toEqual([1, null])
  expect(existsSync(join(DATA_DIR, 'postgres/postmaster.pid'))).toBe(false)
})
