import type { Delta } from '#shared/delta/delta.ts'
import { type ApiUser, expect, type Look, type OpenPage, type Page, staff } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { formUrl } from './webFolder.ts'

/** What users do in the editor of judgments. */

export const text = (page: Page) => dialog(page).locator('[data-legal-editor] [contenteditable]').first()
export const margin = (page: Page) => dialog(page).locator('[data-legal-editor] aside')
export const tool = (page: Page, name: string) =>
  dialog(page).getByRole('toolbar').getByRole('button', { name, exact: true })
type Opened = { page: Page; id: number; saved: () => Promise<Delta> }

/** Opens the text of a new case file; `saved` reads what is stored. */
export async function openText(
  openPage: OpenPage,
  colleague: ApiUser,
  case_content: Delta,
  look: Look = {},
): Promise<Opened> {
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
export const caret = (page: Page) =>
  text(page).evaluate((element) => {
    const { selection } = (element as unknown as { editor: { state: { selection: { from: number; to: number } } } })
      .editor.state
    return selection.from === selection.to ? String(selection.from) : `${selection.from}-${selection.to}`
  })

/** The browser reports a moved caret after the key; a person is slower. */
export const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

export async function expectWalk(page: Page, key: string, positions: readonly string[]) {
  for (const [index, position] of positions.entries()) {
    await page.keyboard.press(key)
    await expect.poll(() => caret(page), { message: `${key} ${index + 1}`, intervals: [5, 10, 20, 50] }).toBe(position)
  }
}
