import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { expect, type Page, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { openText, text } from './legalEditorActions.ts'
import { nightly } from './nightly.ts'
import { caseNumber } from './searchActions.ts'

const { left, parts } = editorAidStrings.dv.paste
const leftOut = (...names: (keyof typeof parts)[]) => `${left} ${names.map((name) => parts[name]).join('، ')}`

/** What programs put on the clipboard, and what is pasted of it: lines, and what the status names as left out. */
const clipboards: Record<string, { lines: string[]; status: string }> = {
  'word-desktop.html': {
    lines: [
      'H2 center: ޙުކުމުގެ ޚުލާޞާ',
      'P justify: މި މައްސަލައަކީ *ކުލީގެ* މައްސަލައެކެވެ. _ނަންބަރު_ 2013/HC-A/80[ޤާނޫނު ނަންބަރު 2/2014 ގެ 4 ވަނަ މާއްދާ]',
      'P: އިތުރުކުރި ބަސް',
      'P ordered: ފުރަތަމަ',
      'P bullet 1: އެތެރޭގެ',
      'P: (ށ) {red ތިންވަނަ}',
      'TD P: *ތާރީޚާއި އަދަދު*',
      'TD P: 12-05-2020',
      'TD P: 5,000.00',
      'P: ސޮއި',
      'P: <ވެބްސައިޓް> ބަލާށެވެ.[ނިމުމުގެ ނޯޓު]',
    ],
    status: leftOut('comments', 'pictures'),
  },
  'word-online.html': {
    lines: [
      'H2: ޙުކުމުގެ ޚުލާޞާ',
      'P justify: *ކުލި* ނުދެއްކުން',
      'P justify: އަލަށް ފެށި ފޮޅުވަތެއް',
      'P ordered: ފުރަތަމަ',
      'P bullet 1: އެތެރޭގެ',
      'TD P: ތާރީޚު',
      'TD P: 12-05-2020',
    ],
    status: leftOut('footnotes'),
  },
  'google-docs.html': {
    lines: [
      'H2 center: ޙުކުމުގެ ޚުލާޞާ',
      'P justify: މި މައްސަލައަކީ *ކުލީގެ*_ މައްސަލައެކެވެ_1',
      'P: <ވެބްސައިޓް>',
      'P ordered: ފުރަތަމަ',
      'P: a. އެތެރޭގެ',
      'TD P: ތާރީޚު',
      'TD P: 12-05-2020',
    ],
    status: leftOut('footnotes'),
  },
  'libreoffice.html': {
    lines: [
      'H2 center: ޙުކުމުގެ ޚުލާޞާ',
      'P justify: މި މައްސަލައަކީ *ކުލީގެ* _މައްސަލައެކެވެ_[ޤާނޫނު ނަންބަރު 2/2014 ގެ 4 ވަނަ މާއްދާ]',
      'P: {red ރަތް އަކުރު}',
      'P ordered: ފުރަތަމަ',
      'P bullet 1: އެތެރޭގެ',
      'TH P: ތާރީޚު',
      'TD P: 12-05-2020',
    ],
    status: '',
  },
  'firefox-pdf.html': { lines: pdfLines(), status: '' },
  'chrome-pdf.txt': { lines: pdfLines(), status: '' },
}

function pdfLines() {
  return [
    'P: މި މައްސަލައިގައި ދަޢުވާކުރާ ފަރާތުން އެދެފައިވަނީ އެއްބަސްވުމާ ޚިލާފުވެގެން ލިބުނު ގެއްލުމުގެ ބަދަލުގެ ގޮތުގައި ފައިސާ ހޯދައި ދިނުމަށެވެ.',
    'P: 2. ދަޢުވާލިބޭ ފަރާތުން އެ ދަޢުވާއަށް އިންކާރުކޮށްފައި ވެއެވެ.',
  ]
}

test(
  'the clipboards of Word, Google Docs, LibreOffice and PDF viewers become text, lists, tables, footnotes and suggested case numbers without their other markup',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openText(openPage, colleague, { content: [], footnotes: [], annotations: [] })
    const status = dialog(page).locator('[data-legal-editor] footer [role=status]')
    for (const [file, expected] of Object.entries(clipboards)) {
      await text(page).click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await paste(page, file)
      expect.soft(await pastedLines(page), file).toEqual(expected.lines)
      await expect.soft(status, file).toHaveText(expected.status)
      const suggested = expected.lines.some((line) => line.includes(caseNumber)) ? [caseNumber] : []
      await expect.soft(text(page).locator('[data-suggestion]'), file).toHaveText(suggested)
      expect
        .soft(await text(page).innerHTML(), file)
        .not.toMatch(/mso|Mso|docs-internal|SCXW|sdfootnote|file:|<font|style=/)
    }
  },
)

/** Pastes a file of the clipboards as the program writes it. */
async function paste(page: Page, file: string) {
  const data = readFileSync(join(import.meta.dirname, '../fixtures/clipboards', file), 'utf8')
  const type = file.endsWith('.html') ? 'text/html' : 'text/plain'
  await text(page).evaluate(
    (element, [format, value]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(format, value)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [type, data] as const,
  )
}

/** Each line: its cell, element, list, level and alignment, then its text: *bold*, _underlined_, {color text}, <link>, [footnote]. */
const pastedLines = (page: Page) =>
  text(page).evaluate((element) => {
    const signs: Record<string, [string, string]> = { STRONG: ['*', '*'], U: ['_', '_'], A: ['<', '>'] }
    const inline = (node: Node): string => {
      if (!(node instanceof HTMLElement)) return node.textContent ?? ''
      const { content, color } = node.dataset
      if (content !== undefined) return `[${content}]`
      const [open, close] = color === undefined ? (signs[node.tagName] ?? ['', '']) : [`{${color} `, '}']
      return `${open}${[...node.childNodes].map(inline).join('')}${close}`
    }
    return [...element.querySelectorAll('p, h2, h3')].flatMap((line) => {
      if (!(line instanceof HTMLElement) || line.textContent === '') return []
      const { list, indent, align } = line.dataset
      const cell = line.closest('td, th')?.tagName
      const kind = [cell, line.tagName, list, indent, align].filter(Boolean).join(' ')
      return [`${kind}: ${[...line.childNodes].map(inline).join('').replace(/\s+/g, ' ').trim()}`]
    })
  })
