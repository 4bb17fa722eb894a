import { expect, type OpenPage, type Page, type PageOptions, subscriber } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { highlightedTexts } from './pageActions.ts'
import { caseNumber as knownNumber } from './searchActions.ts'
import type { TestServer } from './testServer.ts'

/** A case whose text has every part that the tools of the reader use. */

export const phrase = 'ތަޖުރިބާގެ ޢިބާރާތް'
export const meaning = 'ތަޖުރިބާއަކަށް ލިޔެފައިވާ މާނައެއް'
const unknownNumber = '77/Cv-C/1950'

const paragraphOf = (paragraph: number, ...segments: object[]) => [
  ...segments,
  { insert: '\n', attributes: { paragraph } },
]
const content = [
  { insert: 'މައްސަލަ' },
  { insert: '\n', attributes: { header: 1 } },
  ...paragraphOf(
    1,
    { insert: 'މި މައްސަލައިގައި ' },
    { insert: knownNumber, attributes: { case_number: knownNumber } },
    { insert: ' އާއި ' },
    { insert: unknownNumber, attributes: { case_number: unknownNumber } },
    { insert: ' އަށް ބަލާފައިވެއެވެ.' },
  ),
  ...paragraphOf(
    2,
    { insert: { page_break: 2 } },
    { insert: `މިއީ ކުރީގެ ޖުމްލައެކެވެ. މި ޙުކުމުގައި ${phrase} ބޭނުންކޮށްފައިވެއެވެ.` },
    { insert: { footnote: 'a' } },
    { insert: ' އަދި އެހެން ޖުމްލައެއް.' },
  ),
  ...Array.from({ length: 30 }, (_, index) =>
    paragraphOf(index + 3, { insert: 'ދެން އޮތް ޕެރެގްރާފުގެ ލިޔުން ދިގުކުރުމަށްޓަކައި މި ޖުމްލަ ލިޔެފައި އެބަހުއްޓެވެ. '.repeat(3) }),
  ).flat(),
]
const text = { content, footnotes: [{ key: 'a', content: 'ފުޓްނޯޓެއް' }], annotations: [] }

/** Inserts the case, with its citation of the known case as a save stores it; returns its reference. */
export async function buildCase(server: TestServer): Promise<string> {
  const [made] = await server.query(
    `insert into case_files (court_id, title, published, case_content)
     values (1, 'ތަޖުރިބާގެ މައްސަލަ', true, $1)
     returning id, reference`,
    [JSON.stringify(text)],
  )
  await server.query(
    `insert into case_citations (case_file_id, position, number, key, block)
     select $1, 0, number, key, 2 from case_numbers where number = $2
     on conflict do nothing`,
    [made?.['id'], knownNumber],
  )
  await server.query(
    `insert into phrases (dhivehi_phrase, short_meaning, published) values ($1, $2, true) on conflict do nothing`,
    [phrase, meaning],
  )
  return String(made?.['reference'])
}

export async function openText(openPage: OpenPage, ref: string, options: PageOptions = {}, params = {}) {
  const page = await openPage({ user: subscriber, ...options })
  await page.goto(`/case?${new URLSearchParams({ ref, tab: 'text', ...params }).toString()}`)
  await expect(paper(page)).toBeVisible()
  return page
}

export const paper = (page: Page) => page.getByRole('article', { name: dv.reader.label })

/** Selects the first letters of a numbered paragraph; returns them. */
export const selectStart = (page: Page, paragraph: number, letters: number) =>
  paper(page)
    .locator(`p[data-paragraph="${paragraph}"]`)
    .evaluate((element, end) => {
      const node = [...element.childNodes].find((child) => child instanceof Text)
      document.getSelection()?.setBaseAndExtent(node ?? element, 0, node ?? element, end)
      return node?.textContent.slice(0, end) ?? ''
    }, letters)

/** Clicks a phrase of the dictionary once it is underlined in the text. */
export async function clickPhrase(page: Page, wanted: string) {
  await expect.poll(() => highlightedTexts(page, 'defined')).toContain(wanted)
  const { x, y } = await page.evaluate((text) => {
    const range = [...(CSS.highlights.get('defined') ?? [])].find((one) => (one as Range).toString() === text)
    const { left, top, width, height } = (range as Range).getClientRects()[0] ?? new DOMRect()
    return { x: left + width / 2, y: top + height / 2 }
  }, wanted)
  await page.mouse.click(x, y)
}
