import type { Delta } from '#shared/delta/delta.ts'
import { successMessages } from '#shared/messages.ts'
import { en } from '#web/platform/strings/en.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { nightly } from './nightly.ts'
import { expect, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { toast } from './listActions.ts'
import { caret, expectWalk, margin, nextFrame, openText, text, tool } from './legalEditorActions.ts'
import { png } from '#test/pictures.ts'
import { axe, expectFocusIn } from './pageActions.ts'
import { formUrl } from './webFolder.ts'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'

const t = legalEditorStrings.dv
const emptyText: Delta = { content: [], footnotes: [], annotations: [] }

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

  await keyboard.press('Control+s')
  await expect(toast(page, successMessages['text-saved'][0])).toBeVisible()
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

test(
  'the tools of the editor work by mouse: formatting, lists, tables, pictures, notes that refuse an overlap',
  nightly,
  async ({ openPage, colleague }) => {
    const { page } = await openText(
      openPage,
      colleague,
      { ...emptyText, content: [{ insert: 'ކޯޓުން ބެލި މައްސަލަ\nThe court of 2013\nދެން\n' }] },
      { theme: 'dark', language: 'en' },
    )
    const { form, reader } = en
    const editor = editorStrings.en
    const words = legalEditorStrings.en
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
    await tool(page, words.names.more).click()
    await selectLine(1)
    await tool(page, editor.names.italic).click()
    await choose(words.names.color, words.colors.green)
    await dialog(page).getByRole('combobox', { name: words.names.size }).selectOption('20pt')
    await expect(text(page).locator('[data-size="20"] [data-color="green"] em')).toHaveText('The court of 2013')
    await tool(page, words.names.direction).click()
    await expect(line(1)).toHaveAttribute('dir', 'ltr')
    await choose(words.names.list, words.lists.letters)
    await expect(line(1)).toHaveAttribute('data-label', 'ހ')
    await tool(page, editor.names.clear).click()
    await expect(text(page).locator('em')).toHaveCount(0)
    await tool(page, editor.names.undo).click()
    await expect(text(page).locator('em')).toHaveCount(1)

    await line(2).click()
    await page.keyboard.press('End')
    await nextFrame(page)
    await choose(words.names.table, words.table.insert)
    await page.keyboard.type('ސުރުޚީ')
    await choose(words.names.table, words.table.header)
    await expect(text(page).locator('th')).toHaveText(['ސުރުޚީ'])
    await choose(words.names.table, words.table.rowAfter)
    await expect(text(page).locator('tr')).toHaveCount(4)
    await choose(words.names.table, words.table.removeColumn)
    await expect(text(page).locator('tr').first().locator('th, td')).toHaveCount(2)

    const chooser = page.waitForEvent('filechooser')
    await tool(page, editor.names.picture).click()
    // It cannot be drawn: as with an expired link, another link is asked for.
    const renewed = page.waitForResponse('**/api/files/link')
    await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png(2, 2)) })
    expect((await renewed).status()).toBe(200)
    await expect(text(page).locator('img[data-file][src^="/files/"]')).toHaveCount(1)
    await dialog(page).getByLabel(editor.alt).fill('map')
    await page.keyboard.press('Enter')
    await expect(text(page).locator('img[alt="map"]')).toHaveCount(1)

    await selectLine(0)
    await tool(page, words.names.annotation).click()
    const annotation = page.getByRole('dialog', { name: words.annotation.add })
    await annotation.getByLabel(words.annotation.title).fill('One')
    await annotation.getByText(reader.categories.usul).click()
    await annotation.getByLabel(words.annotation.content).fill('Why')
    expect(await axe(page)).toEqual([])
    await annotation.getByRole('button', { name: form.save }).click()
    await expect(margin(page)).toContainText('One')

    // A selection that touches it is refused, and the annotation that stays is named.
    await line(0).click()
    await page.keyboard.press('Control+a')
    await tool(page, words.names.annotation).click()
    const refusal = page.getByRole('alert').filter({ hasText: words.annotation.overlap })
    await refusal.getByRole('button', { name: 'One' }).click()
    await expect(refusal).toBeHidden()
    await margin(page).getByRole('button', { name: words.annotation.edit }).click()
    const changed = page.getByRole('dialog', { name: words.annotation.edit })
    await changed.getByLabel(words.annotation.title).fill('Two')
    const question = page.getByRole('dialog', { name: form.unsaved.title })
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: form.unsaved.stay }).click()
    await expect(question).toBeHidden()
    await changed.getByRole('button', { name: en.actions.cancel }).click()
    await question.getByRole('button', { name: form.unsaved.stay }).click()
    await expect(question).toBeHidden()
    await changed.getByLabel(words.annotation.title).press('Control+Enter')
    await expect(margin(page)).toContainText('Two')
    await margin(page).getByRole('button', { name: 'Two' }).click()
    await margin(page).getByRole('button', { name: words.annotation.remove }).click()
    await expect(text(page).locator('[data-annotation]')).toHaveCount(0)

    await line(0).click()
    await page.keyboard.press('End')
    await nextFrame(page)
    await tool(page, words.names.footnote).click()
    await page.keyboard.type('A body')
    expect(await axe(page)).toEqual([])
    // Each footnote has the number of its place, which the move of another one changes.
    const body = (number: number) => margin(page).getByRole('textbox', { name: words.footnote.title(number) })
    await line(1).click()
    await page.keyboard.press('Home')
    await nextFrame(page)
    await tool(page, words.names.footnote).click()
    await page.keyboard.type('Another body')
    await expect(body(2)).toHaveValue('Another body')
    const [cards, written] = [await margin(page).boundingBox(), await text(page).boundingBox()]
    expect(cards?.x).toBeGreaterThanOrEqual((written?.x ?? 0) + (written?.width ?? 0))
    await line(0).locator('[data-footnote]').click()
    await expect(body(1)).toHaveValue('A body')
    await margin(page).getByRole('button', { name: words.footnote.move }).click()
    await line(2).click()
    await expect(line(2).locator('[data-footnote]')).toHaveAttribute('data-place', '2')
    await expect(line(1).locator('[data-footnote]')).toHaveAttribute('data-place', '1')
    await expect(body(2)).toHaveValue('A body')
    await margin(page).getByRole('button', { name: words.footnote.remove }).click()
    await expect(text(page).locator('[data-footnote]')).toHaveCount(1)

    await tool(page, words.names.fullScreen).click()
    await expect(tool(page, words.names.leaveFullScreen)).toBeVisible()
    await text(page).press('Escape')
    await expect(tool(page, words.names.fullScreen)).toBeVisible()
  },
)
