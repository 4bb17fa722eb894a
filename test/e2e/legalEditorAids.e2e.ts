import type { Delta, Op } from '#shared/delta/delta.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { type ApiUser, expect, type OpenPage, type Page, staff, test } from './fixtures.ts'
import { dialog, saveForm } from './formActions.ts'
import { openText, text } from './legalEditorActions.ts'
import { nightly } from './nightly.ts'
import { axe } from './pageActions.ts'

const t = editorAidStrings.dv
const editor = (page: Page) => dialog(page).locator('[data-legal-editor]')
const suggestions = (page: Page) => text(page).locator('[data-suggestion]')

async function openContent(openPage: OpenPage, colleague: ApiUser, content: Op[], notes: Partial<Delta> = {}) {
  const { page } = await openText(openPage, colleague, { content, footnotes: [], annotations: [], ...notes })
  return page
}

const line = (insert: string, attributes: Op['attributes'] = {}): Op[] => [{ insert }, { insert: '\n', attributes }]

const markers = (page: Page) => text(page).locator('bdi[data-case-number]')

test('case numbers are suggested with their case, and confirmed or rejected by mouse and by keyboard', async ({
  openPage,
  colleague,
}) => {
  const page = await openContent(openPage, colleague, [
    ...line('ހައިކޯޓުގެ 2013/HC-A/80 ޤަޟިއްޔާއާއި 5/Cv-C/1901 އާއި ޤާނޫނު ނަންބަރު 10/2005'),
    ...line('ސިވިލް ކޯޓުގެ ނަންބަރު 877/2019 ޤަޟިއްޔާ'),
  ])
  await expect(suggestions(page)).toHaveCount(3)
  // Each has its question mark, also next to other numbers of its line.
  const signs = suggestions(page).evaluateAll((all) => all.map((one) => getComputedStyle(one, '::after').content))
  expect(await signs).toEqual(['" ?"', '" ?"', '" ?"'])
  const cards = editor(page).locator('aside li')
  await expect(cards.filter({ hasText: '2013/HC-A/80' })).toContainText('ހައިކޯޓު')
  await expect(cards.filter({ hasText: '5/Cv-C/1901' })).toContainText(t.suggestion.missing)
  await cards.filter({ hasText: '2013/HC-A/80' }).getByRole('button', { name: t.suggestion.confirm }).click()
  await expect(markers(page)).toHaveAttribute('data-case-number', '2013/HC-A/80')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(suggestions(page)).toHaveCount(3)
  const now = editor(page).locator('aside [data-now]')
  await suggestions(page).nth(1).click()
  await expect(now).toContainText('5/Cv-C/1901')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(suggestions(page)).toHaveCount(2)
  await suggestions(page).last().click()
  await expect(now).toContainText('877/Cv-C/2019')
  await page.keyboard.press('Control+Enter')
  await expect(markers(page)).toHaveAttribute('data-case-number', '877/Cv-C/2019')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(suggestions(page)).toHaveCount(2)
  await editor(page).getByRole('button', { name: t.suggestion.confirmAll }).click()
  await expect(markers(page)).toHaveCount(2)
  await expect(suggestions(page)).toHaveCount(0)
})

test('headings and warnings lead to their places, a warning is dismissed with a reason for all editors, and publishing counts both', async ({
  openPage,
  colleague,
}) => {
  const page = await openContent(
    openPage,
    colleague,
    [
      ...line('ދަޢުވާގެ ޚުލާޞާ', { header: 1 }),
      ...line('ފުރަތަމަ މައްސަަލަ', { paragraph: 1 }),
      ...line('ދެވަނަ', { paragraph: 1 }),
      { insert: 'ފުޓްނޯޓު' },
      { insert: { footnote: 'a' } },
      { insert: '\n' },
      ...line('ޙުކުމް', { header: 2 }),
      ...line('5/Cv-C/1901', {}).map((op) =>
        op.insert === '\n' ? op : { ...op, attributes: { case_number: '5/Cv-C/1901' } },
      ),
    ],
    { footnotes: [{ key: 'a', content: '' }] },
  )
  const panel = editor(page).getByRole('region', { name: t.warnings.title })
  await expect(panel.getByRole('listitem')).toHaveCount(4)
  await expect(editor(page).locator('footer')).toContainText(`8 ${t.counts.words(8)}`)
  const twice = panel.getByRole('listitem').filter({ hasText: 'ދެފަހަރު' })
  await twice.getByRole('button', { name: t.warnings.show }).click()
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('X')
  await expect(text(page)).toContainText('Xދެވަނަ')
  await twice.getByRole('button', { name: t.warnings.dismiss }).click()
  await page.keyboard.type('a')
  // Enter of an input method ends its word: the warning leaves the key alone.
  const composed = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
  const isIgnored = (field: Element, key: typeof composed) => field.dispatchEvent(new KeyboardEvent('keydown', key))
  expect(await twice.getByRole('textbox').evaluate(isIgnored, composed)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(panel).toContainText(dv.form.dismissedWarnings(1))
  await dialog(page).getByRole('tab').nth(1).click()
  await dialog(page).locator('[data-field=published]').getByRole('switch').click({ force: true })
  await saveForm(page)
  const question = page.getByRole('dialog', { name: dv.form.publish.title })
  for (const count of [dv.form.textWarnings(3), dv.form.dismissedWarnings(1)])
    await expect(question).toContainText(count)
  await question.getByRole('button', { name: dv.form.publish.stay }).click()
  const other = await openPage({ user: staff })
  await other.goto(page.url())
  await dialog(other).getByRole('tab').last().click()
  const summary = editor(other).getByText(dv.form.dismissedWarnings(1))
  await summary.click()
  const dismissed = editor(other).locator('details')
  await expect(dismissed).toContainText('ދެފަހަރު')
  expect(await axe(other)).toEqual([])
  await dismissed.getByRole('button', { name: t.warnings.restore }).click()
  await expect(editor(other).getByRole('region', { name: t.warnings.title }).getByRole('listitem')).toHaveCount(4)
  const outline = editor(page).getByRole('navigation', { name: t.outline.title })
  await outline.getByRole('button', { name: 'ޙުކުމް' }).click()
  await expect(outline.locator('[aria-current]')).toContainText('ޙުކުމް')
})

test(
  'a text is found in similar spellings, and replaced in one step with its formatting',
  nightly,
  async ({ openPage, colleague }) => {
    const page = await openContent(openPage, colleague, [
      { insert: 'ޙުކުމް ', attributes: { bold: true } },
      ...line('އަދި ހުކުމް ހުކުމެއް', { paragraph: 2 }),
      ...line('މައްސަަލަ', { header: 2 }),
    ])
    await text(page).click()
    await page.keyboard.press('Control+h')
    const bar = editor(page).getByRole('search')
    await bar.getByRole('textbox', { name: t.find.label }).fill('hukum')
    await expect(bar.getByRole('status')).toContainText('1 / 2')
    await expect(editor(page).getByRole('region', { name: t.warnings.title })).toBeVisible()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await bar.getByRole('textbox', { name: t.find.replacement }).fill('އަމުރު')
    await bar.getByRole('button', { name: t.find.replaceAll }).press('Enter')
    await expect(text(page)).toContainText('އަމުރު އަދި އަމުރު ހުކުމެއް')
    await expect(text(page).locator('strong')).toContainText('އަމުރު')
    // Without a match the buttons are disabled.
    await expect(bar.getByRole('textbox', { name: t.find.label })).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text(page)).toContainText('ޙުކުމް އަދި ހުކުމް ހުކުމެއް')
  },
)

/** Pastes as another program writes to the clipboard. */
const paste = (page: Page, data: Record<string, string>) =>
  text(page).evaluate((element, types) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(types)) clipboardData.setData(type, value)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)

test('text of Word, Google Docs and a PDF becomes lines with lists, footnotes, sizes and colors', async ({
  openPage,
  colleague,
}) => {
  const page = await openContent(openPage, colleague, line(''))
  const pastedLines = async (data: Record<string, string>) => {
    await text(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await paste(page, data)
    return text(page)
      .locator('p, h2, h3')
      .evaluateAll((lines) =>
        lines
          .filter((one) => one.textContent !== '')
          .map((one) => {
            const { list, indent, align, paragraph } = (one as HTMLElement).dataset
            return [one.tagName, list, indent, align, paragraph, one.textContent.trim()].filter(Boolean).join(' ')
          }),
      )
  }
  expect(await pastedLines({ 'text/html': wordHtml })).toEqual([
    'H2 ޙުކުމް',
    'P ordered ފުރަތަމަ',
    'P bullet 1 އެތެރޭގެ',
    'P letters ތިންވަނަ',
    'P ފުޓްނޯޓު އެބައޮތް',
  ])
  await expect(text(page).locator('[data-footnote]')).toHaveAttribute('data-content', 'ޤާނޫނުގެ 4 ވަނަ މާއްދާ')
  await expect(editor(page).locator('footer')).toContainText(t.paste.parts.comments)
  await expect(text(page).locator('[data-color="red"]')).toHaveText('ފުރަތަމަ')
  expect(await pastedLines({ 'text/html': docsHtml })).toEqual([
    'P އެއްވަނަ',
    'P ދެވަނަ1',
    'P bullet ތިންވަނަ',
    'P bullet 1 ހަތަރުވަނަ',
  ])
  await expect(text(page).locator('[data-size="18"]')).toHaveText('ދެވަނަ')
  await expect(text(page).locator('strong')).toHaveText('އެއްވަނަ')
  await expect(editor(page).locator('footer')).toContainText(t.paste.parts.footnotes)
  expect(await pastedLines({ 'text/html': numberedHtml })).toEqual([
    'P ordered އެއްވަނަ',
    'P ordered ދެވަނަ',
    'H2 ސުރުޚީ',
    'P 6 ހަވަނަ',
    'P a. އެތެރޭގެ',
    'P 8 އަށްވަނަ',
    'P 12 ބާރަވަނަ',
  ])
  await expect(editor(page).locator('footer')).toContainText(t.paste.parts.pictures)
  expect(await pastedLines({ 'text/plain': pdfText })).toHaveLength(2)
})

test('what is cut and pasted keeps its footnote and its annotation, also when these contain markup', async ({
  openPage,
  colleague,
}) => {
  const content = 'a --> b ]> c </style> 50%3C'
  const note = { key: 'k', type: 'caution', title: '</title> --> ސުރުޚީ', category: 'usul', content } as const
  const words = [{ insert: 'ކޯޓު', attributes: { annotation: 'k' } }, { insert: { footnote: 'a' } }, { insert: ' ޙުކުމް\n' }]
  const page = await openContent(openPage, colleague, words, {
    footnotes: [{ key: 'a', content }],
    annotations: [note],
  })
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  const cut = await text(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    element.dispatchEvent(new ClipboardEvent('cut', { clipboardData, bubbles: true, cancelable: true }))
    return clipboardData.getData('text/html')
  })
  await expect(text(page)).toHaveText('')
  await paste(page, { 'text/html': cut })
  await expect(text(page).locator('[data-footnote]')).toHaveCount(1)
  const stored = await text(page).evaluate((element) => {
    const found: unknown[] = []
    const { doc } = (element as unknown as Drawn).editor.state
    doc.descendants(({ attrs, marks }) => found.push(attrs, ...marks.map((mark) => mark.attrs)))
    return found
  })
  expect(stored).toContainEqual({ key: 'a', content })
  expect(stored).toContainEqual(note)
})

test('each annotation of a long text has a card in the margin, in the order of the text, and a new one removes no card', async ({
  openPage,
  colleague,
}) => {
  const keys = Array.from({ length: 100 }, (_, index) => String(index + 1))
  const content = keys.flatMap((key) => [
    { insert: 'ކޯޓު', attributes: { annotation: key } },
    { insert: ` ޙުކުމް ${key}\n` },
  ])
  const note = { type: 'caution', category: 'usul', content: 'ތަފްޞީލު' } as const
  const annotations = keys.map((key) => ({ ...note, key, title: `ސުރުޚީ ${key}` }))
  const page = await openContent(openPage, colleague, [...line('މައްސަލަ'), ...content], { annotations })
  const titles = annotations.map(({ title }) => title)
  const cards = editor(page).locator('aside li strong')
  await expect(cards).toHaveText(titles)
  const items = editor(page).locator('aside li')
  await items.evaluateAll((all) => all.forEach((one) => one.setAttribute('data-before', '')))
  await text(page).locator('p').first().click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  const { annotation, names } = legalEditorStrings.dv
  await editor(page).getByRole('button', { name: names.annotation, exact: true }).click()
  const writing = page.getByRole('dialog', { name: annotation.add })
  await writing.getByLabel(annotation.title).fill('އާ ސުރުޚީ')
  await writing.getByText(dv.reader.categories.usul).click()
  await writing.getByLabel(annotation.content).fill('ތަފްޞީލު')
  await page.keyboard.press('Control+Enter')
  await expect(cards).toHaveText(['އާ ސުރުޚީ', ...titles])
  await expect(editor(page).locator('aside li:not([data-before])')).toHaveCount(1)
})

type Attributes = { attrs: Record<string, unknown> }
type Drawn = {
  editor: { state: { doc: { descendants: (visit: (node: Attributes & { marks: Attributes[] }) => void) => void } } }
}

const wordHtml = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0cm}</style></head><body lang=EN-US>
<!--StartFragment--><h1 dir=RTL style='text-align:right;direction:rtl'><span lang=DIV>ޙުކުމް<o:p></o:p></span></h1>
<p class=MsoListParagraphCxSpFirst dir=RTL style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]><span style='color:#C00000'>ފުރަތަމަ</span><o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>އެތެރޭގެ</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>ހ.<span>&nbsp; </span></span>ތިންވަނަ</p>
<p class=MsoNormal>ފުޓްނޯޓު<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'>[1]</span></span></a> އެބައޮތް<span class=MsoCommentReference><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[A1]</a></span></p><!--EndFragment-->
<div style='mso-element:footnote-list'><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1"><span class=MsoFootnoteReference>[1]</span></a> ޤާނޫނުގެ 4 ވަނަ މާއްދާ</p></div></div>
<div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>ކޮމެންޓު</p></div></div></body></html>`

/** Of a page with an editor of ProseMirror, too. */
const numberedHtml = `<ol data-pm-slice="1 1 []"><li>އެއްވަނަ</li><li><p>ދެވަނަ</p></li></ol><h1>ސުރުޚީ</h1>
<ol start="6"><li>ހަވަނަ<ol type="a"><li>އެތެރޭގެ</li></ol></li><li value="8">އަށްވަނަ<img data-file="7" alt=""></li></ol>
<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>12.<span>&nbsp; </span></span>ބާރަވަނަ</p>`

const docsHtml = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-0a1b"><p dir="rtl" style="line-height:1.38;margin-top:0pt"><span style="font-size:11pt;font-family:Arial;color:#000000;font-weight:700;font-style:normal">އެއްވަނަ</span></p><br /><p dir="rtl"><span style="font-size:18pt;color:#000000;font-weight:400">ދެވަނަ</span><span style="font-size:11pt"><span style="font-size:0.6em;vertical-align:super;">1</span></span></p><ul style="margin-top:0"><li dir="rtl" style="list-style-type:disc;font-size:11pt" aria-level="1"><p dir="rtl" role="presentation"><span style="font-size:11pt;font-weight:400">ތިންވަނަ</span></p></li><ul><li dir="rtl" aria-level="2"><p dir="rtl" role="presentation"><span style="font-size:11pt">ހަތަރުވަނަ</span></p></li></ul></ul></b>`

const pdfText = [
  'މި މައްސަލައިގައި ދަޢުވާކުރާ ފަރާތުން އެދެފައިވަނީ އެއްބަސްވުމާ',
  'ޚިލާފުވެގެން ލިބުނު ގެއްލުމުގެ ބަދަލުގެ ގޮތުގައި ފައިސާ ހޯދައި',
  'ދިނުމަށެވެ.',
  '2. ދަޢުވާލިބޭ ފަރާތުން އެ ދަޢުވާއަށް އިންކާރުކޮށްފައި ވެއެވެ.',
].join('\n')
