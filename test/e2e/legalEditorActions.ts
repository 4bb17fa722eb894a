import type { Delta } from '#shared/delta/delta.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
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

/** A line of each direction. */
export const lines = {
  Dhivehi: 'ކޯޓުން ބެލި މައްސަލަ',
  mixed: 'ކޯޓުން The court 2013 ބެލި',
  English: 'The court of first instance',
}

/** Selects a line of the text, whatever tag it has. */
export async function selectLine(page: Page, index: number) {
  await text(page).locator(':scope > *').nth(index).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await expect.poll(() => caret(page)).toContain('-')
  await nextFrame(page)
}

export const toolOf = (page: Page, name: string) => dialog(page).locator(`[data-legal-editor] [data-tool="${name}"]`)

/** Shows the tools of the second row. */
export async function expand(page: Page) {
  const more = toolOf(page, 'more')
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
}

/** A tool, the item of its menu, or the option of its list of choices. */
export type ToolUse = { tool: string; item?: (t: (typeof legalEditorStrings)['dv']) => string; option?: string }

/** Uses a tool as a user does: by a click, or by the keys of the toolbar and of its menu. */
export const uses = {
  mouse: async (page: Page, { tool: name, item, option }: ToolUse) => {
    if (option !== undefined) {
      await toolOf(page, name).selectOption(option)
      await text(page).focus()
      return
    }
    await toolOf(page, name).click()
    if (item) await page.getByRole('menuitem', { name: item(legalEditorStrings.dv), exact: true }).click()
  },
  keyboard: async (page: Page, { tool: name, item, option }: ToolUse) => {
    await page.keyboard.press('Alt+F10')
    await page.keyboard.press('Home')
    const count = await dialog(page).locator('[data-legal-editor] [data-tool]').count()
    for (let step = 0; step < count; step += 1) {
      if (await toolOf(page, name).evaluate((button) => button === document.activeElement)) break
      await page.keyboard.press('ArrowLeft')
    }
    await expect(toolOf(page, name)).toBeFocused()
    if (option !== undefined) {
      await chooseByKeys(page, name, option)
      return
    }
    await page.keyboard.press('Enter')
    if (!item) return
    const chosen = page.getByRole('menuitem', { name: item(legalEditorStrings.dv), exact: true })
    await expect(chosen).toBeVisible()
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('ArrowDown')
      if (await chosen.evaluate((one) => one === document.activeElement)) break
    }
    await page.keyboard.press('Enter')
  },
}

/** The next choice, or the one whose name starts with what is typed. It keeps the focus; Escape returns to the text. */
async function chooseByKeys(page: Page, name: string, option: string) {
  await page.keyboard.press(name === 'kind' ? 'ArrowDown' : option.slice(0, 1))
  await expect(toolOf(page, name)).toHaveValue(option)
  await page.keyboard.press('Escape')
}
