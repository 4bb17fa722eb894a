import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replaceSealFile, sealFileOf } from './sealFile.ts'
import type { Seal } from './seals.ts'

test('a file of seals that cannot be written leaves the old one, nothing of the new one, and no entry of its reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-seals-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = sealFileOf(folder)
  writeFileSync(path, 'the old file')
  const seals = (async function* (): AsyncGenerator<Seal> {
    yield { number: 1, at: '', ids: [], digests: [], seal: Buffer.alloc(32) }
    throw new Error('the disk is full')
  })()
  let hasEntry = false
  const written = replaceSealFile(path, seals, () => Promise.resolve(void (hasEntry = true)))
  await expect(written).rejects.toThrow('the disk is full')
  expect([readdirSync(folder), readFileSync(path, 'utf8'), hasEntry]).toEqual([
    ['audit-seals.jsonl'],
    'the old file',
    false,
  ])
})
