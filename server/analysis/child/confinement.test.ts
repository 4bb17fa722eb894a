import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
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
