import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { outcomeOf } from '#test/restore/scripts.ts'

/** A clone of a program whose only dependency is in it. */
function newClone() {
  const root = mkdtempSync(join(tmpdir(), 'hukum-clone-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const about = { name: 'clone', version: '1.0.0', dependencies: { part: 'file:part' } }
  const part = { name: 'part', version: '1.0.0' }
  const packages = { '': about, part, 'node_modules/part': { resolved: 'part', link: true } }
  mkdirSync(join(root, 'part'))
  writeFileSync(join(root, 'part/package.json'), JSON.stringify(part))
  writeFileSync(join(root, 'package.json'), JSON.stringify(about))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ ...about, lockfileVersion: 3, packages }))
  cpSync(join(import.meta.dirname, 'prepare.mjs'), join(root, 'scripts/prepare.mjs'))
  return root
}

/** As `npm run COMMAND` does. */
const prepare = (root: string, command: string) =>
  outcomeOf(
    spawn(process.execPath, [join(root, 'scripts/prepare.mjs')], {
      env: { ...process.env, npm_lifecycle_event: command },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )

test('of two commands in a fresh clone one installs the packages, and the other waits for it', async () => {
  const root = newClone()
  mkdirSync(join(root, '.cache'))
  // Of a process that was killed.
  writeFileSync(join(root, '.cache/installing'), String(2 ** 22 + 1))
  const outcomes = await Promise.all([prepare(root, 'start'), prepare(root, 'backup')])
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0])
  expect(outcomes.filter(({ output }) => output.startsWith('Installing'))).toHaveLength(1)
  expect(existsSync(join(root, '.cache/installing'))).toBe(false)
})

test('the lock of an installation of another day is taken over, also when another process has its number now', async () => {
  const root = newClone()
  const lock = join(root, '.cache/installing')
  mkdirSync(join(root, '.cache'))
  writeFileSync(lock, String(process.pid))
  const yesterday = new Date(Date.now() - 86_400_000)
  utimesSync(lock, yesterday, yesterday)
  expect(await prepare(root, 'start')).toMatchObject({ code: 0 })
})

test('a command that may run next to a server does not replace the packages of another version', async () => {
  const root = newClone()
  const stamp = join(root, 'node_modules/.installed')
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(stamp, 'of another lockfile')
  const { code, output } = await prepare(root, 'backup')
  expect({ code, output }).toEqual({
    code: 1,
    output: 'The packages are those of another version: stop the server, then npm start or npm run build.',
  })
  expect(readFileSync(stamp, 'utf8')).toBe('of another lockfile')
})
