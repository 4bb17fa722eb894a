import type { Delta } from '#shared/delta/delta.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { type ApiUser, expect, type Look, type OpenPage, type Page, staff, test } from './fixtures.ts'
import { dialog, saveForm } from './formActions.ts'
import { png } from '../pictures.ts'
import { axe, expectFocusIn } from './pageActions.ts'
import { formUrl } from './webFolder.ts'

const t = legalEditorStrings.dv
const text = (page: Page) => dialog(page).locator('[data-legal-editor] [contenteditable]').first()
const margin = (page: Page) => dialog(page).locator('[data-legal-editor] aside')
const tool = (page: Page, name: string) => dialog(page).getByRole('toolbar').getByRole('button', { name, exact: true })
const emptyText: Delta = { content: [], footnotes: [], annotations: [] }

type Opened = { page: Page; id: number; saved: () => Promise<Delta> }

/** Opens the text of a new case file; `saved` reads what is stored. */
async function openText(openPage: OpenPage, colleague: ApiUser, case_content: Delta, look: Look = {}): Promise<Opened> {
  const title = `ލިޔުން ${crypto.randomUUID()}`
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    title,
    case_types: [1],
    case_numbers: [{ number: `${Math.floor(Math.random() * 1e6)}/Cv-C/2024` }],
    case_content,
  })
  const page = await openPage({ user: staff, ...look })
  await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id }))
  await dialog(page).getByRole('tab').last().click()
  await expect(text(page)).toBeVisible()
  const saved = async () => {
    const { data } = await colleague.call('caseFiles/find', { id })
    return data?.['case_content'] as Delta
  }
  return { page, id, saved }
}

/** The position of the caret in the document; the browser reports it some milliseconds after a key. */
const caret = (page: Page) =>
  text(page).evaluate((element) => {
    const { selection } = (element as unknown as { editor: { state: { selection: { from: number; to: number } } } })
      .editor.state
    return selection.from === selection.to ? String(selection.from) : `${selection.from}-${selection.to}`
  })

/** The browser reports a moved caret after the key; a person is slower. */
const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

async function expectWalk(page: Page, key: string, positions: readonly string[]) {
  for (const [index, position] of positions.entries()) {
    await page.keyboard.press(key)
    await expect.poll(() => caret(page), { message: `${key} ${index + 1}`, intervals: [5, 10, 20, 50] }).toBe(position)
  }
}

const positions = (from: string) => from.split(' ')

test('the caret stops at both edges of footnotes, markers, annotations and lines, in paragraph, list and cell', async ({
  openPage,
  colleague,
}) => {
  const annotation = { key: 'k', type: 'general', title: 'ތ', category: 'usul', content: 'ތ' } as const
  const { page } = await openText(openPage, colleague, {
    content: [
      { insert: 'ކޯޓު' },
      { insert: { footnote: 'a' } },
      { insert: 'ޙު' },
      { insert: '\n' },
      { insert: 'ab' },
      { insert: { footnote: 'b' } },
      { insert: 'cd' },
      { insert: '\n', attributes: { direction: 'ltr' } },
      { insert: 'ބަ ' },
      { insert: '1/SC/9', attributes: { case_number: '1/SC/9' } },
      { insert: ' ނު' },
      { insert: '\n' },
      { insert: 'އެ' },
      { insert: 'ބަ', attributes: { annotation: 'k' } },
      { insert: 'ނު' },
      { insert: '\n', attributes: { list: 'bullet' } },
      { insert: 'އަ' },
      { insert: '\n', attributes: { table: 'r' } },
      { insert: '\n', attributes: { table: 'r' } },
    ],
    footnotes: [
      { key: 'a', content: 'ނޯޓު' },
      { key: 'b', content: 'ނޯޓު' },
    ],
    annotations: [annotation],
  })
  await text(page).getByText('ކޯޓު').click()
  await page.keyboard.press('Control+Home')
  await expect.poll(() => caret(page)).toBe('1')
  await expectWalk(page, 'ArrowLeft', positions('3 5 5-6 6 8 10'))
  // From here on the line is left to right.
  await expectWalk(page, 'ArrowRight', positions('11 12 12-13 13 14 15'))
  await expectWalk(page, 'ArrowLeft', positions('14 13 12-13 12 11 10'))
  await page.keyboard.press('End')
  await expect.poll(() => caret(page)).toBe('15')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await expect.poll(() => caret(page)).toBe('17')
  await expectWalk(page, 'ArrowLeft', positions('19 20 21 22 23 24 25 26 27 29 31 33 35 37 42 44 48'))
  await expectWalk(page, 'ArrowRight', positions('44 42 37'))
})

test('a judgment is written by keyboard alone, with a heading, numbers, a footnote, an annotation and a case number', async ({
  openPage,
  colleague,
}) => {
  const { page, id, saved } = await openText(openPage, colleague, emptyText)
  const { keyboard } = page
  /** Runs a tool by its place in the toolbar. */
  const useTool = async (place: number, key = 'Enter') => {
    await keyboard.press('Alt+F10')
    await keyboard.press('Home')
    for (let step = 0; step < place; step += 1) await keyboard.press('ArrowLeft')
    await keyboard.press(key)
  }
  await text(page).focus()
  await keyboard.type('ޙުކުމް')
  await keyboard.press('Control+Alt+1')
  await keyboard.press('Enter')
  await useTool(3)
  await expectFocusIn(text(page))
  await keyboard.type('ކޯޓުން ބެލި 2013/HC-A/80')
  await useTool(7)
  await expect(text(page).locator('[data-case-number]')).toHaveText('2013/HC-A/80')

  await keyboard.press('Home')
  await keyboard.press('Control+Shift+ArrowLeft')
  await nextFrame(page)
  await keyboard.press('Control+Alt+m')
  const annotation = page.getByRole('dialog', { name: t.annotation.add })
  await expect(annotation.getByText('ކޯޓުން')).toBeVisible()
  await expectFocusIn(annotation.getByLabel(t.annotation.title))
  await keyboard.press('Control+Enter')
  // All that is missing is named at once.
  await expect(annotation.getByRole('alert')).toHaveText(Object.values(t.annotation.needed))
  await keyboard.type('ކޯޓު')
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Tab')
  await keyboard.type('ތަފްޞީލު')
  await keyboard.press('Control+Enter')
  await expect(annotation).toBeHidden()
  await expectFocusIn(text(page))

  await keyboard.press('End')
  await nextFrame(page)
  await keyboard.press('Control+Alt+f')
  await expectFocusIn(margin(page).getByRole('textbox'))
  await keyboard.type('ނޯޓު')
  await keyboard.press('Escape')
  await expectFocusIn(text(page))
  await keyboard.press('Enter')
  await keyboard.type('ދެން')
  // Enter on an empty numbered line leaves the numbering; Ctrl+Z and Ctrl+Y cover all of it.
  await keyboard.press('Enter')
  await keyboard.press('Enter')
  await keyboard.type('ނިމުނީ')
  const written = await text(page).textContent()
  for (let step = 0; step < 30; step += 1) await keyboard.press('Control+z')
  await expect(text(page)).toHaveText('')
  for (let step = 0; step < 30; step += 1) await keyboard.press('Control+y')
  await expect(text(page)).toHaveText(written ?? '')
  await expect(margin(page)).toContainText('ތަފްޞީލު')

  await saveForm(page)
  await expect.poll(async () => (await saved()).annotations).toHaveLength(1)
  const { content, footnotes, annotations } = await saved()
  const key = annotations[0]?.key
  expect(annotations).toEqual([{ key, type: 'general', title: 'ކޯޓު', category: 'usul', content: 'ތަފްޞީލު' }])
  expect(footnotes.map((one) => one.content)).toEqual(['ނޯޓު'])
  expect(content).toEqual([
    { insert: 'ޙުކުމް' },
    { insert: '\n', attributes: { header: 1 } },
    { insert: 'ކޯޓުން', attributes: { annotation: key } },
    { insert: ' ބެލި ' },
    { insert: '2013/HC-A/80', attributes: { case_number: '2013/HC-A/80' } },
    { insert: { footnote: footnotes[0]?.key } },
    { insert: '\n', attributes: { paragraph: 1 } },
    { insert: 'ދެން' },
    { insert: '\n', attributes: { paragraph: 2 } },
    { insert: 'ނިމުނީ' },
    { insert: '\n' },
  ])

  // A form that only shows the record has no tools.
  await page.goto(formUrl({ resource: 'caseFiles', mode: 'View', id }))
  await expect(dialog(page)).toContainText('/Cv-C/2024')
  await expect(dialog(page).getByRole('toolbar')).toHaveCount(0)
})

test('the tools of the editor work by mouse: formatting, lists, tables, pictures, notes that refuse an overlap', async ({
  openPage,
  colleague,
}) => {
  const { page } = await openText(
    openPage,
    colleague,
    { ...emptyText, content: [{ insert: 'ކޯޓުން ބެލި މައްސަލަ\nThe court of 2013\nދެން\n' }] },
    { theme: 'dark', language: 'en' },
  )
  const { editor, form, reader } = dv
  const line = (number: number) => text(page).locator('p, h2, h3').nth(number)
  const choose = async (name: string, item: string) => {
    await tool(page, name).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const selectLine = async (number: number) => {
    await line(number).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Shift+End')
    await expect.poll(() => caret(page)).toContain('-')
  }
  await tool(page, t.names.more).click()
  await selectLine(1)
  await tool(page, editor.names.italic).click()
  await choose(t.names.color, t.colors.green)
  await dialog(page).getByRole('combobox', { name: t.names.size }).selectOption('20pt')
  await expect(text(page).locator('[data-size="20"] [data-color="green"] em')).toHaveText('The court of 2013')
  await tool(page, t.names.direction).click()
  await expect(line(1)).toHaveAttribute('dir', 'ltr')
  await choose(t.names.list, t.lists.letters)
  await expect(line(1)).toHaveAttribute('data-label', 'ހ')
  await tool(page, editor.names.clear).click()
  await expect(text(page).locator('em')).toHaveCount(0)
  await tool(page, editor.names.undo).click()
  await expect(text(page).locator('em')).toHaveCount(1)

  await line(2).click()
  await page.keyboard.press('End')
  await nextFrame(page)
  await choose(t.names.table, t.table.insert)
  await page.keyboard.type('ސުރުޚީ')
  await choose(t.names.table, t.table.header)
  await expect(text(page).locator('th')).toHaveText(['ސުރުޚީ'])
  await choose(t.names.table, t.table.rowAfter)
  await expect(text(page).locator('tr')).toHaveCount(4)
  await choose(t.names.table, t.table.removeColumn)
  await expect(text(page).locator('tr').first().locator('th, td')).toHaveCount(2)

  const chooser = page.waitForEvent('filechooser')
  await tool(page, editor.names.picture).click()
  await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png(2, 2)) })
  await expect(text(page).locator('img[data-file][src^="/files/"]')).toHaveCount(1)
  await dialog(page).getByLabel(editor.alt).fill('map')
  await page.keyboard.press('Enter')
  await expect(text(page).locator('img[alt="map"]')).toHaveCount(1)

  await selectLine(0)
  await tool(page, t.names.annotation).click()
  const annotation = page.getByRole('dialog', { name: t.annotation.add })
  await annotation.getByLabel(t.annotation.title).fill('One')
  await annotation.getByText(reader.categories.usul).click()
  await annotation.getByLabel(t.annotation.content).fill('Why')
  expect(await axe(page)).toEqual([])
  await annotation.getByRole('button', { name: form.save }).click()
  await expect(margin(page)).toContainText('One')

  // A selection that touches it is refused, and the annotation that stays is named.
  await line(0).click()
  await page.keyboard.press('Control+a')
  await tool(page, t.names.annotation).click()
  const refusal = page.getByRole('alert').filter({ hasText: t.annotation.overlap })
  await refusal.getByRole('button', { name: 'One' }).click()
  await expect(refusal).toBeHidden()
  await margin(page).getByRole('button', { name: t.annotation.edit }).click()
  await page.getByRole('dialog', { name: t.annotation.edit }).getByLabel(t.annotation.title).fill('Two')
  await page.keyboard.press('Control+Enter')
  await expect(margin(page)).toContainText('Two')
  await margin(page).getByRole('button', { name: 'Two' }).click()
  await margin(page).getByRole('button', { name: t.annotation.remove }).click()
  await expect(text(page).locator('[data-annotation]')).toHaveCount(0)

  await line(0).click()
  await page.keyboard.press('End')
  await nextFrame(page)
  await tool(page, t.names.footnote).click()
  await page.keyboard.type('A body')
  expect(await axe(page)).toEqual([])
  await margin(page).getByRole('button', { name: t.footnote.move }).click()
  await line(1).click()
  await expect(line(1).locator('[data-footnote]')).toHaveCount(1)
  await expect(margin(page).getByRole('textbox')).toHaveValue('A body')
  await margin(page).getByRole('button', { name: t.footnote.remove }).click()
  await expect(text(page).locator('[data-footnote]')).toHaveCount(0)

  await tool(page, t.names.fullScreen).click()
  await expect(tool(page, t.names.leaveFullScreen)).toBeVisible()
  await text(page).press('Escape')
  await expect(tool(page, t.names.fullScreen)).toBeVisible()
})
