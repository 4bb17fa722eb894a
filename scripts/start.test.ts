import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nightlyTest } from '#test/nightly.ts'

/** `npm start` reports an error that the user can fix in one sentence and exits with 1. */

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hukum-start-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Exit = { code: number | null; said: string }

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.mjs')], {
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', LOG_FORMAT: 'text', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
  // Output may arrive after the process has exited; `close` follows both.
  return new Promise<Exit>((resolve) => child.once('close', (code) => resolve({ code, said: said.trim() })))
}

const oneSentence = (said: string) => said.split('\n').length === 1

nightlyTest('npm start reports a port that is in use', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  const { code, said } = await start({ PORT: port })
  other.close()
  expect({ code, said }).toEqual({
    code: 1,
    said: `Port ${port} is in use: stop what uses it, or set PORT to another.`,
  })
})

test('npm start on a fresh clone reports the error only once', async () => {
  const NODE_COMPILE_CACHE = join(folder, 'compiled')
  const { code, said } = await start({ DATABASE_URL: 'postgres://hukum:x@127.0.0.1:1/hukum', NODE_COMPILE_CACHE })
  expect({ code, said }).toEqual({ code: 1, said: 'DATABASE_URL: nothing answers there. Is that PostgreSQL running?' })
  expect(existsSync(join(NODE_COMPILE_CACHE, 'prepared'))).toBe(false)
})

test('npm start reports a DATABASE_URL that does not answer', async () => {
  const { code, said } = await start({ DATABASE_URL: 'postgres://hukum:x@127.0.0.1:1/hukum' })
  expect({ code, said }).toEqual({ code: 1, said: 'DATABASE_URL: nothing answers there. Is that PostgreSQL running?' })
})

nightlyTest('npm start reports a DATABASE_URL at which another server answers', async () => {
  const other = createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { code, said } = await start({ DATABASE_URL: `postgres://hukum:x@127.0.0.1:${port}/hukum` })
  other.close()
  expect({ code, said }).toEqual({
    code: 1,
    said: 'DATABASE_URL: what answers there closes the connection. Is it PostgreSQL?',
  })
})

test('npm start lists an invalid DATABASE_URL and an invalid port together', async () => {
  const { code, said } = await start({ DATABASE_URL: 'mysql://x', PORT: 'many' })
  expect(code).toBe(1)
  expect(said).toMatch(/^The environment is not right/)
  expect(said).toContain('DATABASE_URL:')
  expect(said).toContain('PORT:')
})

nightlyTest('npm start reports a data folder that is a file', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const { code, said } = await start({ DATA_DIR: file })
  expect({ code, said }).toEqual({ code: 1, said: `The data folder ${file} is not a folder.` })
})

// Root can write everywhere, so the start would not fail.
test.skipIf(process.getuid?.() === 0)('npm start reports a data folder that is not writable', async () => {
  const closed = join(folder, 'closed')
  writeFileSync(join(folder, 'x'), '')
  chmodSync(folder, 0o500)
  const { code, said } = await start({ DATA_DIR: closed })
  chmodSync(folder, 0o700)
  expect({ code, said: oneSentence(said) }).toEqual({ code: 1, said: true })
})

nightlyTest('npm start reports secrets that cannot be read', async () => {
  const broken = mkdtempSync(join(folder, 'broken-'))
  writeFileSync(join(broken, 'secrets.json'), '{}')
  const { code, said } = await start({ DATA_DIR: broken })
  expect(code).toBe(1)
  expect(said).toMatch(/does not hold the secrets of this installation/)
  expect(oneSentence(said)).toBe(true)
})
