import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { replaceSealFile, sealFileOf } from '#server/audit/sealFile.ts'
import { readEnv } from '#server/config/env.ts'
import { markRestore } from '#server/config/unfinishedRestore.ts'
import { isAlive } from '#scripts/superviseProcess.ts'
import { prepareTarget } from './restoreTarget.ts'

test('a restore refuses the embedded database of a process that runs, and stops that of a killed one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-target-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const command = `
    import { startCluster } from '${join(import.meta.dirname, '../cluster.ts')}'
    await startCluster('${folder}/postgres', 'the password')
    console.log('open')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  await once(child.stdout, 'data')
  const prepare = () =>
    prepareTarget({ env: readEnv({ DATA_DIR: folder }), folder, replace: undefined, report: () => undefined })
  markRestore(folder, 'hukum')
  await expect(prepare()).rejects.toThrow('is running: stop its server first.')

  child.kill('SIGKILL')
  await ended
  const pid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  expect(isAlive(pid)).toBe(true)
  await prepare()
  expect(isAlive(pid)).toBe(false)
  expect(readdirSync(folder)).toEqual([])
})

const mayProtect = spawnSync('chattr', ['-a', import.meta.filename]).status === 0

test.skipIf(!mayProtect)(
  'a file of audit seals that may only be added to is named before anything is moved or replaced',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hukum-target-'))
    const seals = sealFileOf(folder)
    for (const name of ['a', 'secrets.json']) writeFileSync(join(folder, name), '')
    writeFileSync(seals, '')
    execFileSync('chattr', ['+a', seals])
    onTestFinished(() => {
      execFileSync('chattr', ['-a', seals])
      rmSync(folder, { recursive: true })
    })
    const before = readdirSync(folder)
    const sentence = `${seals} may only be added to: run chattr -a ${seals} first`
    const target = { env: readEnv({ DATA_DIR: folder }), folder, replace: 'hukum', report: () => undefined }
    await expect(prepareTarget(target)).rejects.toThrow(sentence)
    await expect(replaceSealFile(seals, Readable.from([]), () => Promise.resolve())).rejects.toThrow(sentence)
    expect(readdirSync(folder)).toEqual(before)
  },
)
