import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { deltaOf } from '#server/analysis/delta.ts'
import type { Page as AnalyzedPage } from '#server/analysis/types.ts'
import { buildPage, type Doubt, storePages } from '#test/analysisPages.ts'
import type { ApiUser } from './apiUser.ts'
import type { TestServer } from './testServer.ts'

const font = fileURLToPath(
  import.meta.resolve('@fontsource-variable/noto-sans-thaana/files/noto-sans-thaana-thaana-wght-normal.woff2'),
)

/** The lines of two pages as they are printed. */
const printed = [
  [
    'މައްސަލައަށް ބެލިއިރު ފާހަގަކުރެވުނު ކަންތައްތައް',
    '2. ނޮވެމްބަރު 2020 އިން ފެށިގެން އޭޕްރީލު 2021 ގެ ނިޔަލަށް 12,500.00',
    '(ބާރަހާސް ފަސްސަތޭކަ) ރުފިޔާ ފިޔަވައި އެހެން ފައިސާއެއް އެކައުންޓަށް',
    'ޖަމާކޮށްފައިވާކަމެއް ނުފެނެއެވެ. އެ މުއްދަތުގައި ދަޢުވާލިބޭ ފަރާތް އެތަނުގައި',
    'ދިރިއުޅެފައިވާކަން އޭނާވެސް އިންކާރެއް ނުކުރެއެވެ. ތަނެއް ބޭނުންކުރި މުއްދަތަކަށް',
    'އޭގެ ކުލި ދެއްކުމަކީ ކުއްޔަށް ހިފި ފަރާތުގެ އަސާސީ ޒިންމާއެކެވެ.',
    '3. ޑިސެމްބަރު 2020 ގެ ކުލި ނަގުދު ފައިސާއިން ދިން ކަމަށް ބުންޏަސް، އެކަން',
    'ދައްކައިދޭ ރަސީދެއް ނުވަތަ މެސެޖެއް ނުވަތަ ހެކިވެރިއަކު ހުށަހަޅާފައެއް ނުވެއެވެ.',
    '6. އެއްބަސްވުން ނިންމާލި ގޮތާމެދު ކުރި އިޢުތިރާޟަށް ބަލާއިރު، 2013/HC-A/80',
    'ޤަޟިއްޔާގައި ދިވެހިރާއްޖޭގެ ހައިކޯޓުން ކަނޑައަޅުއްވާފައިވަނީ، އެއްބަސްވުމުގައި',
    'ނޯޓިސްގެ މުއްދަތެއް އޮންނަނަމަ، އެ މުއްދަތު ނުދީ އެއްބަސްވުން ނިންމާލުމަކީ',
    'އެއްބަސްވުމާ ޚިލާފުވުމެއް ކަމަށެވެ. އެއްބަސްވުމެއްގެ ޝަރުޠުތަކަށް ޢަމަލުކުރުން',
    'ލާޒިމުކަން 877/Cv-C/2019 ޤަޟިއްޔާގައި މި ކޯޓުންވެސް ބަޔާންކޮށްފައިވެއެވެ.',
    'ރިޕޯޓު "Social Inquiry Report (SIR/22/0631)" ގައި',
  ],
  ['9. މިގޮތުން، ކުލީގެ ބާކީ 77,500.00 ރުފިޔާ ޖަމާކޮށްފައިވާކަމެއް ނުފެނެއެވެ.', 'މިއީ މި މައްސަލައިގެ ޙުކުމެވެ.'],
] as const

/** Printed word → what the file says, and how sure the analysis is. */
const misread: Record<string, Doubt & { read: string }> = {
  ޖަމާކޮށްފައިވާކަމެއް: { read: 'ޖަމްކޮށްފައިވާކަމެއް', confidence: 0.31, other: 'ޖަމާކޮށްފައިވާކަމެއް' },
  '877/Cv-C/2019': { read: '877/Cv€C/2019', confidence: 0.38, other: '877/Cv-C/2019' },
  އިޢުތިރާޟަށް: { read: 'އިޢުތިރާޒަށް', confidence: 0.44 },
  އަސާސީ: { read: 'އަސާސި', confidence: 0.67, other: 'އަސާސީ' },
  އިންކާރެއް: { read: 'އިންކާރެއް', confidence: 0.71 },
}
const doubts = Object.fromEntries(Object.values(misread).map(({ read, ...doubt }) => [read, doubt]))

const readText = (text: string) =>
  text
    .split(' ')
    .map((word) => misread[word]?.read ?? word)
    .join(' ')

/** An analyzed PDF of two pages: five words are misread or doubtful, and the second page hides text. */
export async function buildReviewed(
  { browser, server, user }: { browser: Browser; server: TestServer; user: ApiUser },
  number: string,
) {
  const { pdf, pages } = await printPages(browser)
  const file = await user.upload('analysis.pdf_file', pdf)
  const row = await user.save('analysis/create', {
    court: 1,
    title: 'ކުލީގެ މައްސަލަ',
    pdf_file: file?.id,
    accept_duplicate: true,
  })
  await server.query(`insert into analysis_case_numbers (analysis_id, number, position) values ($1, $2, 0)`, [
    row.id,
    number,
  ])
  await server.query(
    `update analysis set status = 'Analyzed', case_content = $2, extracted_content = $2, page_count = 2, confidence_level = 78, claimant = 'ރަޝީދާ ޢުޘްމާން މަނިކު',
            date = '2021-11-25' where id = $1`,
    [row.id, JSON.stringify(deltaOf(pages))],
  )
  await storePages((text, values) => server.query(text, values), row.id, pages)
  await storeFound(server, row.id)
  return row.id
}

/** What was found is what the analysis has. */
const storeFound = (server: TestServer, id: number) =>
  server.query(
    `with extracted as (
       update analysis
          set extracted_fields = jsonb_build_object(
                'title', title, 'claimant', claimant, 'date', date,
                'analysis_case_numbers', array(select number from analysis_case_numbers where analysis_id = $1))
        where id = $1)
     insert into analysis_found_fields (analysis_id, field, position, value, page, box, confidence)
     select $1, field, 0, (select name from courts where id = 1), 1, '{"x": 300, "y": 60, "width": 200, "height": 20}', confidence
       from (values ('case_numbers', 0.97), ('court', 0.93), ('claimant', 0.71), ('date', 0.9), ('title', 0.5))
         as found (field, confidence)`,
    [id],
  )

/** Prints the pages with Chromium, and measures where each word stands. */
async function printPages(browser: Browser): Promise<{ pdf: Buffer<ArrayBuffer>; pages: AnalyzedPage[] }> {
  const page = await browser.newPage({ viewport: { width: 793, height: 1122 } })
  const woff = (await readFile(font)).toString('base64')
  const sheets = printed.map((lines) => `<section>${lines.map((line) => `<p>${spans(line)}</p>`).join('')}</section>`)
  await page.setContent(
    `<style>@font-face { font-family: T; src: url(data:font/woff2;base64,${woff}) } @page { size: 793px 1122px; margin: 0 }
     body { margin: 0; font: 17px/1 T } section { block-size: 1122px; box-sizing: border-box; padding: 90px 96px; direction: rtl }
     p { margin: 0; line-height: 34px; white-space: nowrap } span { unicode-bidi: isolate }</style>${sheets.join('')}`,
  )
  await page.evaluate(() => document.fonts.ready)
  const boxes = await page.evaluate(() =>
    [...document.querySelectorAll('section')].map((section) =>
      [...section.querySelectorAll('p')].map((line) =>
        [...line.querySelectorAll('span')].map((word) => {
          const [top, box] = [section.getBoundingClientRect().top, word.getBoundingClientRect()]
          return { x: box.x * 0.75, y: (box.y - top) * 0.75, width: box.width * 0.75, height: box.height * 0.75 }
        }),
      ),
    ),
  )
  const pdf = Buffer.from(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
  await page.close()
  return { pdf, pages: printed.map((lines, index) => withBoxes(index + 1, lines, boxes[index] ?? [])) }
}

const spans = (line: string) =>
  line
    .split(' ')
    .map((word) => `<span dir="${/[A-Z]/.test(word) ? 'ltr' : 'rtl'}">${word}</span>`)
    .join(' ')

type Boxes = { x: number; y: number; width: number; height: number }[][]

function withBoxes(number: number, lines: readonly string[], boxes: Boxes): AnalyzedPage {
  const page = buildPage(number, lines.map(readText), doubts)
  for (const [index, line] of page.lines.entries()) {
    const ofLine = boxes[index] ?? []
    for (const [at, word] of line.words.entries()) word.box = ofLine[at] ?? word.box
    const [x, end] = [Math.min(...ofLine.map((box) => box.x)), Math.max(...ofLine.map((box) => box.x + box.width))]
    line.box = { x, y: ofLine[0]?.y ?? 0, width: end - x, height: ofLine[0]?.height ?? 0 }
  }
  const [first] = page.lines
  if (first && number === 1) first.role = 'heading'
  const hidden = [{ text: 'ނުފެންނަ ލިޔުމެއް', box: { x: 100, y: 300, width: 120, height: 16 }, reason: 'white' as const }]
  return { ...page, width: 594.75, height: 841.5, ...(number === 2 && { hidden }) }
}
