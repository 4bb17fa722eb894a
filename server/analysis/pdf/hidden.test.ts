import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runs } from '#test/nightly.ts'
import { findHidden, type SeenText } from './hidden.ts'
import { openPdf } from './openPdf.ts'
import { openWithPdfjs } from './pdfjsEngine.ts'

const fixtures = join(import.meta.dirname, '../../../test/fixtures/pdf')
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(fixtures, path), 'utf8'))

const { secret, visible, files } = z
  .object({
    secret: z.string(),
    visible: z.string(),
    files: z.array(z.object({ file: z.string(), reason: z.string().nullable() })),
  })
  .parse(readJson('hidden/manifest.json'))

const textOf = (page: SeenText) => page.visible.map(({ text }) => text).join('')
const secretCharacters = new Set(secret.replace(/[\s\p{M}]/gu, ''))

async function readPages(path: string, pages = 1): Promise<SeenText[]> {
  const pdf = await openWithPdfjs(readFileSync(join(fixtures, path)))
  const found: SeenText[] = []
  for (let number = 1; number <= Math.min(pages, pdf.pageCount); number += 1)
    found.push(findHidden(await pdf.readGlyphs(number)))
  await pdf.close()
  return found
}

test('text that a reader cannot see is left out of the page and listed with its reason', async () => {
  const hidden = files.filter(({ reason }) => reason)
  expect(hidden.length).toBeGreaterThanOrEqual(30)
  for (const { file, reason } of hidden) {
    const [page] = await readPages(`hidden/${file}`)
    const leaked = [...(page ? textOf(page) : '')].filter((character) => secretCharacters.has(character))
    expect([file, leaked.join('')]).toEqual([file, ''])
    expect([file, new Set(page?.hidden.map((text) => text.reason))]).toEqual([file, new Set([reason])])
    expect([file, page?.hidden.map(({ text }) => text).join(' ')]).toEqual([file, secret])
  }
})

test('the lines of a page leave out its hidden text', async () => {
  const pdf = await openPdf(readFileSync(join(fixtures, 'hidden/covered-black.pdf')))
  const page = await pdf.readPage(1)
  await pdf.close()
  expect(page.text).toBe(visible)
  expect(page.hidden).toMatchObject([{ text: secret, reason: 'covered' }])
})

test('text on a dark background, on a picture, in a frame and under a highlight is not hidden', async () => {
  const seen = files.filter(({ reason, file }) => !reason && !file.includes('scan'))
  expect(seen.length).toBeGreaterThanOrEqual(4)
  for (const { file } of seen) {
    const [page] = await readPages(`hidden/${file}`)
    expect([file, page?.hidden]).toEqual([file, []])
  }
})

test('an invisible text layer over or under a scan is neither text of the page nor reported as hidden', async () => {
  for (const { file } of files.filter((row) => row.file.startsWith('seen-scan'))) {
    const [page] = await readPages(`hidden/${file}`)
    expect([file, page?.hidden]).toEqual([file, []])
    expect(page?.ocr_layer.map(({ text }) => text).join('')).toContain('4711')
  }
})

test('nothing is hidden in the judgments of all producers', async () => {
  const rows = z.array(z.object({ file: z.string(), producer: z.string() })).parse(readJson('manifest.json'))
  const firsts = [...Map.groupBy(rows, ({ producer }) => producer).values()].flatMap((own) => own.slice(0, runs(1, 99)))
  for (const { file } of firsts)
    expect([file, (await readPages(file, runs(1, 99))).flatMap(({ hidden }) => hidden)]).toEqual([file, []])
})
