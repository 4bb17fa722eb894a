import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** `npm start` says in one sentence what a person can mend, and ends with 1. */

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hukum-start-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Ending = { code: number | null; said: string }

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
  // Its last words may come after its end.
  return new Promise<Ending>((settle) => child.once('close', (code) => settle({ code, said: said.trim() })))
}

const oneSentence = (said: string) => said.split('\n').length === 1

test('a port in use', async () => {
  const other = createServer()
  await new Promise<void>((settle) => other.listen(0, '127.0.0.1', settle))
  const address = other.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  const { code, said } = await start({ PORT: port })
  other.close()
  expect({ code, said }).toEqual({
    code: 1,
    said: `Port ${port} is in use: stop what uses it, or set PORT to another.`,
  })
})

test('a DATABASE_URL where nothing answers', async () => {
  const { code, said } = await start({ DATABASE_URL: 'postgres://hukum:x@127.0.0.1:1/hukum' })
  expect({ code, said }).toEqual({ code: 1, said: 'DATABASE_URL: nothing answers there. Is that PostgreSQL running?' })
})

test('a DATABASE_URL that is none, and a port that is none, are listed together', async () => {
  const { code, said } = await start({ DATABASE_URL: 'mysql://x', PORT: 'many' })
  expect(code).toBe(1)
  expect(said).toMatch(/^The environment is not right/)
  expect(said).toContain('DATABASE_URL:')
  expect(said).toContain('PORT:')
})

test('a data folder that is a file', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const { code, said } = await start({ DATA_DIR: file })
  expect({ code, said }).toEqual({ code: 1, said: `The data folder ${file} is not a folder.` })
})

// Root may write everywhere, so there is nothing to refuse.
test.skipIf(process.getuid?.() === 0)('a data folder that may not be written', async () => {
  const closed = join(folder, 'closed')
  writeFileSync(join(folder, 'x'), '')
  chmodSync(folder, 0o500)
  const { code, said } = await start({ DATA_DIR: closed })
  chmodSync(folder, 0o700)
  expect({ code, said: oneSentence(said) }).toEqual({ code: 1, said: true })
})

test('secrets that cannot be read', async () => {
  const broken = mkdtempSync(join(folder, 'broken-'))
  writeFileSync(join(broken, 'secrets.json'), '{}')
  const { code, said } = await start({ DATA_DIR: broken })
  expect(code).toBe(1)
  expect(said).toMatch(/does not hold the secrets of this installation/)
  expect(oneSentence(said)).toBe(true)
})
