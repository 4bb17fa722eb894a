import type { Delta } from '#shared/delta/delta.ts'
import { editorAidStrings } from '#web/platform/strings/editorAidStrings.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { expect, type Page, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { caret, nextFrame, openText, text, tool } from './legalEditorActions.ts'
import { axe } from './pageActions.ts'

/** Where the caret stands in Dhivehi, mixed and English lines, and what follows an edited number. */

type Editor = {
  commands: { setTextSelection: (position: number) => boolean }
}

const annotation = { key: 'k', type: 'caution', title: 'ތ', category: 'usul', content: 'ތ' } as const
const edges: Delta = {
  content: [
    { insert: 'ކޯޓުން The court 2013 އަދި ދެން\n' },
    { insert: 'The court އަދި ދެން of 2013' },
    { insert: '\n', attributes: { direction: 'ltr' } },
    { insert: 'ބަ' },
    { insert: { footnote: 'a' } },
    { insert: 'ނު ' },
    { insert: '877/Cv-C/2019', attributes: { case_number: '877/Cv-C/2019' } },
    { insert: ' އެ' },
    { insert: 'ބަ abc', attributes: { annotation: 'k' } },
    { insert: 'ނު\n' },
    { insert: 'އެ' },
    { insert: { footnote: 'b' } },
    { insert: '\n', attributes: { list: 'bullet' } },
    { insert: 'އަ' },
    { insert: '\n', attributes: { table: 'r' } },
    { insert: 'ab' },
    { insert: '\n', attributes: { table: 'r' } },
  ],
  footnotes: [
    { key: 'a', content: 'ނޯޓު' },
    { key: 'b', content: 'ނޯޓު' },
  ],
  annotations: [annotation],
}

const goTo = (page: Page, position: number) =>
  text(page).evaluate((element, at) => {
    ;(element as unknown as { editor: Editor }).editor.commands.setTextSelection(at)
    ;(element as HTMLElement).focus()
  }, position)

/** The stops of a key, until the caret stays. */
async function stopsOf(page: Page, key: string, most: number) {
  const stops: number[] = []
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press(key)
    await nextFrame(page)
    stops.push(Number(await caret(page)))
  }
  return stops
}

test('word jumps follow the direction of a mixed line', async ({ openPage, colleague }) => {
  const { page } = await openText(openPage, colleague, edges)
  const lines = ['ކޯޓުން The court 2013 އަދި ދެން', 'The court އަދި ދެން of 2013']
  let start = 1
  for (const [index, words] of lines.entries()) {
    const [forward, back] = index === 0 ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    await goTo(page, start)
    const there = await stopsOf(page, `Control+${forward}`, 6)
    const isEdge = (at: number) => /^\s|\s$|^$/.test(words.slice(at - start - 1, at - start)) || /^(\s|$)/.test(words.slice(at - start)) // prettier-ignore
    expect(there, words).toEqual(there.toSorted((one, other) => one - other))
    expect(there.filter((at) => !isEdge(at))).toEqual([])
    expect(there.at(-1)).toBe(start + words.length)
    const backwards = await stopsOf(page, `Control+${back}`, 6)
    expect(backwards).toEqual(backwards.toSorted((one, other) => other - one))
    expect(backwards.filter((at) => !isEdge(at))).toEqual([])
    expect(backwards.at(-1)).toBe(start)
    start += words.length + 2
  }
})

test('a marker follows its edited number, which is warned about, and undo restores both', async ({
  openPage,
  colleague,
}) => {
  const { page } = await openText(openPage, colleague, {
    content: [
      { insert: 'ބަ ' },
      { insert: '877/Cv-C/2019', attributes: { case_number: '877/Cv-C/2019' } },
      { insert: ' ނު\n' },
    ],
    footnotes: [],
    annotations: [],
  })
  const marker = text(page).locator('bdi[data-case-number]')
  await goTo(page, 7)
  await page.keyboard.press('Backspace')
  await expect(marker).toHaveAttribute('data-case-number', '87/Cv-C/2019')
  await expect(dialog(page).getByRole('region', { name: editorAidStrings.dv.warnings.title })).toContainText(
    '87/Cv-C/2019',
  )
  await page.keyboard.press('Control+z')
  await expect(marker).toHaveAttribute('data-case-number', '877/Cv-C/2019')
  await goTo(page, 4 + '877/Cv-C/2019'.length)
  await page.keyboard.type('1')
  await expect(marker).toHaveText('877/Cv-C/20191')
  await expect(marker).toHaveAttribute('data-case-number', '877/Cv-C/20191')
  await page.keyboard.type(' a')
  await expect(marker).toHaveText('877/Cv-C/20191')
})

test('in a narrow window the outline and the warnings open over the text', async ({ openPage, colleague }) => {
  const content = [{ insert: 'ޙުކުމް' }, { insert: '\n', attributes: { header: 1 as const } }, { insert: 'މައްސަަލަ\n' }]
  const { page } = await openText(openPage, colleague, { content, footnotes: [], annotations: [] }, { width: 390 })
  const outline = dialog(page).getByRole('navigation', { name: editorAidStrings.dv.outline.title })
  await expect(outline).toBeHidden()
  await tool(page, legalEditorStrings.dv.names.outline).click()
  await expect(outline.getByRole('button', { name: 'ޙުކުމް' })).toBeVisible()
  await expect(dialog(page).getByRole('region', { name: editorAidStrings.dv.warnings.title })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await tool(page, legalEditorStrings.dv.names.outline).click()
  await expect(outline).toBeHidden()
})
