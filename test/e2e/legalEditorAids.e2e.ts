import type { Delta, Op } from '#shared/delta/delta.ts'
import { editorAidStrings } from '#web/platform/strings/editorAidStrings.ts'
import { type ApiUser, expect, type OpenPage, type Page, staff, test } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { axe } from './pageActions.ts'
import { formUrl } from './webFolder.ts'

const t = editorAidStrings.dv
const editor = (page: Page) => dialog(page).locator('[data-legal-editor]')
const text = (page: Page) => editor(page).locator('[contenteditable]').first()
const suggestions = (page: Page) => text(page).locator('[data-suggestion]')

async function openText(openPage: OpenPage, colleague: ApiUser, content: Op[], rest: Partial<Delta> = {}) {
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    title: `ލިޔުން ${crypto.randomUUID()}`,
    case_types: [1],
    case_numbers: [{ number: `${Math.floor(Math.random() * 1e6)}/Cv-C/2024` }],
    case_content: { content, footnotes: [], annotations: [], ...rest },
  })
  const page = await openPage({ user: staff })
  await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id }))
  await dialog(page).getByRole('tab').last().click()
  await expect(text(page)).toBeVisible()
  return page
}

const line = (insert: string, attributes: Op['attributes'] = {}): Op[] => [{ insert }, { insert: '\n', attributes }]

const markers = (page: Page) => text(page).locator('bdi[data-case-number]')

test('case numbers are suggested with their case, and confirmed or rejected by mouse and by keyboard', async ({
  openPage,
  colleague,
}) => {
  const page = await openText(openPage, colleague, [
    ...line('ހައިކޯޓުގެ 2013/HC-A/80 ޤަޟިއްޔާއާއި 5/Cv-C/1901 އާއި ޤާނޫނު ނަންބަރު 10/2005'),
    ...line('ސިވިލް ކޯޓުގެ ނަންބަރު 877/2019 ޤަޟިއްޔާ'),
  ])
  await expect(suggestions(page)).toHaveCount(3)
  const cards = editor(page).locator('aside li')
  await expect(cards.filter({ hasText: '2013/HC-A/80' })).toContainText('ހައިކޯޓު')
  await expect(cards.filter({ hasText: '5/Cv-C/1901' })).toContainText(t.suggestion.missing)
  await cards.filter({ hasText: '2013/HC-A/80' }).getByRole('button', { name: t.suggestion.confirm }).click()
  await expect(markers(page)).toHaveAttribute('data-case-number', '2013/HC-A/80')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(suggestions(page)).toHaveCount(3)
  await suggestions(page).nth(1).click()
  await page.keyboard.press('Control+Shift+Enter')
  await expect(suggestions(page)).toHaveCount(2)
  await suggestions(page).last().click()
  await page.keyboard.press('Control+Enter')
  await expect(markers(page)).toHaveAttribute('data-case-number', '877/Cv-C/2019')
  await page.keyboard.press('ControlOrMeta+z')
  await editor(page).getByRole('button', { name: t.suggestion.confirmAll }).click()
  await expect(markers(page)).toHaveCount(2)
  await expect(suggestions(page)).toHaveCount(0)
})

test('headings and warnings lead to their places, and a warning is dismissed with a reason', async ({
  openPage,
  colleague,
}) => {
  const page = await openText(
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
  const twice = panel.getByRole('listitem').filter({ hasText: 'ދެފަހަރު' })
  await twice.getByRole('button', { name: t.warnings.show }).click()
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('X')
  await expect(text(page)).toContainText('Xދެވަނަ')
  await twice.getByRole('button', { name: t.warnings.dismiss }).click()
  await page.keyboard.type('a')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(panel).toContainText(t.warnings.dismissed(1))
  const outline = editor(page).getByRole('navigation', { name: t.outline.title })
  await outline.getByRole('button', { name: 'ޙުކުމް' }).click()
  await expect(outline.locator('[aria-current]')).toContainText('ޙުކުމް')
  await expect(editor(page).locator('footer')).toContainText(t.counts.words)
  expect(await axe(page)).toEqual([])
})

test('a text is found in similar spellings, and replaced in one step with its formatting', async ({
  openPage,
  colleague,
}) => {
  const page = await openText(openPage, colleague, [
    { insert: 'ޙުކުމް ', attributes: { bold: true } },
    ...line('އަދި ހުކުމް ހުކުމެއް'),
  ])
  await text(page).click()
  await page.keyboard.press('Control+h')
  const bar = editor(page).getByRole('search')
  await bar.getByRole('textbox', { name: t.find.label }).fill('hukum')
  await expect(bar.getByRole('status')).toContainText('1 / 2')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await bar.getByRole('textbox', { name: t.find.replacement }).fill('އަމުރު')
  await bar.getByRole('button', { name: t.find.replaceAll }).click()
  await expect(text(page)).toContainText('އަމުރު އަދި އަމުރު ހުކުމެއް')
  await expect(text(page).locator('strong')).toContainText('އަމުރު')
  await bar.getByRole('textbox', { name: t.find.label }).press('Escape')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text(page)).toContainText('ޙުކުމް އަދި ހުކުމް ހުކުމެއް')
})
