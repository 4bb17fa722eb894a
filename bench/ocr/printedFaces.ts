import { readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '#test/e2e/chromium.ts'

/** What is printed of a text. */
type Written = {
  header: string
  footer: string
  page_number: string
  paragraphs: { role: string; row?: number | undefined; number?: number | undefined; text: string }[]
}
/** A text in a typeface, named like its file without extension. */
type Printed = { face: string; text: string; pdf: Uint8Array }

const fontFile = /\.(otf|ttf|woff2?)$/i

/** Prints texts by Chromium in every font file of a folder; letters that a font lacks are of Liberation Sans. */
export async function printInFaces(
  folder: string,
  isChosen: (face: string) => boolean,
  texts: ReadonlyMap<string, Written>,
): Promise<Printed[]> {
  const files = readdirSync(folder).filter((name) => fontFile.test(name) && isChosen(name))
  const browser = await chromium.launch(launchOptions)
  const page = await browser.newPage()
  const printed: Printed[] = []
  for (const file of files)
    for (const [text, written] of texts)
      printed.push({ face: file.replace(extname(file), ''), text, pdf: await print(page, join(folder, file), written) })
  await browser.close()
  return printed
}

async function print(page: Page, font: string, written: Written): Promise<Uint8Array> {
  await page.setContent(pageOf(written, readFileSync(font).toString('base64')))
  const loaded = await page.evaluate(async () => (await document.fonts.load('16px face', 'ދ')).length)
  // A font that the browser refuses would be measured as another one.
  if (loaded === 0) throw new Error(`Chromium cannot use ${font}.`)
  return page.pdf({ preferCSSPageSize: true })
}

function pageOf({ header, footer, page_number, paragraphs }: Written, font: string): string {
  const number = page_number.replace('{pages}', '" counter(pages) "').replace('{page}', '" counter(page) "')
  const margin = (content: string) => `{ content: "${content}"; font: 9pt face, 'Liberation Sans'; direction: rtl }`
  return `<!doctype html><html lang=dv dir=rtl><meta charset=utf-8><style>
    @font-face { font-family: face; src: url(data:font/sfnt;base64,${font}) }
    @page { size: A4; margin: 25mm 22mm; @top-center ${margin(header)} @bottom-left ${margin(footer)} @bottom-right ${margin(number)} }
    body { font: 12pt/1.9 face, 'Liberation Sans', Amiri; margin: 0; text-align: justify }
    h1 { font-size: 1.2em; text-align: center }
    table { width: 100%; border-collapse: collapse } td { border: 0.5pt solid #777; padding: 1mm 2mm; text-align: start }
    aside { font-size: 0.8em }</style>${paragraphs.map(blockOf).join('\n')}</html>`
}

function blockOf(
  { role, row, number, text }: Written['paragraphs'][number],
  at: number,
  all: Written['paragraphs'],
): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (role === 'heading') return `<h1>${escaped}</h1>`
  if (role === 'footnote') return `<aside><sup>${number}</sup> ${escaped}</aside>`
  if (role !== 'table') return `<p>${escaped}</p>`
  const [before, after] = [all[at - 1], all[at + 1]]
  const start = before?.role !== 'table' ? '<table><tr>' : before.row !== row ? '<tr>' : ''
  return `${start}<td>${escaped}</td>${after?.role === 'table' ? '' : '</table>'}`
}
