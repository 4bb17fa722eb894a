import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { pdfWithGlyph } from '#test/files.ts'
import { confinedCommand, prepareCompileCache } from './confinement.ts'
import { runChild } from './runChild.ts'

/** Linux only, as the limits of a process: elsewhere there is no cache. */
const { env } = await prepareCompileCache().then(() => confinedCommand(''))
const folder = env['NODE_COMPILE_CACHE'] ?? ''

const filesOf = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())

test.runIf(folder)('a confined process finds the compiled code of every module that it loads', async () => {
  const before = filesOf(folder)
  const header = { lists: { courts: [], judges: [], case_types: [], phrases: [] }, letters: [], ocr: false }
  const types = []
  for await (const { type } of runChild(Readable.from([pdfWithGlyph('A')]), header)) types.push(type)
  expect(types).toContain('result')
  // Node would create a file for a module whose code it does not find.
  expect(filesOf(folder)).toEqual(before)
})

test.runIf(folder)('a confined process cannot change the compiled code that others load', () => {
  const [first = ''] = filesOf(folder)
  const bytes = readFileSync(first)
  const { command, parameters } = confinedCommand('')
  const write = `require('node:fs').writeFileSync(${JSON.stringify(first)}, 'x', { flag: 'r+' })`
  const { status, stderr } = spawnSync(command, [...parameters.slice(0, -1), '-e', write], { env, encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stderr).toContain('EFBIG')
  expect(readFileSync(first)).toEqual(bytes)
})

/** A container: the default seccomp profile of Docker forbids namespaces. */
test.runIf(folder)(
  'where the threads of all processes of a user are counted together, there is no limit on them',
  () => {
    const programs = mkdtempSync(join(tmpdir(), 'hukum-no-namespace-'))
    onTestFinished(() => rmSync(programs, { recursive: true }))
    writeFileSync(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const PATH = `${programs}:${process.env['PATH'] ?? ''}`
    expect(threadLimit(confinedIn(PATH))).toBe(threadLimit([process.execPath]))
  },
)

test.runIf(folder && spawnSync('unshare', ['-rn', 'true']).status === 0)(
  'a confined process with a user namespace of its own has few threads',
  () => {
    expect(threadLimit(confinedIn(process.env['PATH'] ?? ''))).toBe('64')
  },
)

/** The command of a confined process on a system with the programs of `PATH`. */
function confinedIn(PATH: string): string[] {
  const print = `import { confinedCommand } from ${JSON.stringify(import.meta.resolve('./confinement.ts'))}
    const { command, parameters } = confinedCommand('')
    console.log(JSON.stringify([command, ...parameters]))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', print], {
    env: { PATH },
    encoding: 'utf8',
  })
  return JSON.parse(stdout) as string[]
}

/** How many threads of its user there may be when a process starts one, where `command` confines it and runs Node. */
function threadLimit(command: readonly string[]) {
  const show = ['prlimit', '--nproc', '--output=SOFT', '--noheadings', '--raw']
  const [program = '', ...parameters] = [...command.slice(0, command.indexOf(process.execPath)), ...show]
  return spawnSync(program, parameters, { encoding: 'utf8' }).stdout.trim()
}
