import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPages } from '#server/analysis/readPages.ts'
import { folder } from './fixtures.ts'
import { repeatPages } from './repeatPages.ts'

/** Reads a file of 500 pages, made of the pages of a fixture, and prints the most memory that the process had. */
const pageCount = 500
const file = repeatPages(readFileSync(join(folder, 'libreoffice-debt-noto.pdf')), pageCount)
const before = process.resourceUsage().maxRSS
const start = performance.now()
const { pages, agreement } = await readPages(file, { letters: new Map(), ocr: false, onPage: () => undefined })
const seconds = (performance.now() - start) / 1000
const mebibytes = (value: number) => (value / 1024).toFixed(0)
console.log(
  `${pages.length} pages of one file (${(file.length / 1024).toFixed(0)} KiB): ${seconds.toFixed(1)} s, at most ` +
    `${mebibytes(process.resourceUsage().maxRSS)} MiB (${mebibytes(before)} before it was opened), ` +
    `${((agreement?.share ?? 0) * 100).toFixed(1)} % of the compared letters agree`,
)
