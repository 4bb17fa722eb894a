import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPdf } from '#server/analysis/pdf/openPdf.ts'
import { finishPages } from '#server/analysis/layout/finishPages.ts'
import type { Page } from '#server/analysis/types.ts'
import { folder } from './fixtures.ts'
import { repeatPages } from './repeatPages.ts'

/** Reads a file of 500 pages, made of the pages of a fixture, and prints the most memory that the process had. */
const pageCount = 500
const file = repeatPages(readFileSync(join(folder, 'libreoffice-debt-noto.pdf')), pageCount)
const before = process.resourceUsage().maxRSS
const start = performance.now()
const pdf = await openPdf(file)
const pages: Page[] = []
for (let number = 1; number <= pdf.pageCount; number += 1) pages.push(await pdf.readPage(number))
const finished = finishPages(pages)
await pdf.close()
const seconds = (performance.now() - start) / 1000
const mebibytes = (value: number) => (value / 1024).toFixed(0)
console.log(
  `${finished.length} pages of one file (${(file.length / 1024).toFixed(0)} KiB): ${seconds.toFixed(1)} s, at most ` +
    `${mebibytes(process.resourceUsage().maxRSS)} MiB (${mebibytes(before)} before it was opened)`,
)
