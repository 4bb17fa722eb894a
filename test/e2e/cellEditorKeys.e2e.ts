import { expect, type OpenPage, type Page, test } from './fixtures.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { newWord } from './apiUser.ts'
import { dialog } from './formActions.ts'
import { hasFocus } from './inputMethods.ts'
import { cell, expectLoaded, openList, rowsOf, toast } from './listActions.ts'
import { nightly } from './nightly.ts'
import { deferred, expectFocusIn, expectParams } from './pageActions.ts'

/** What single keys do in the fields of lists and forms. */

const { list, form } = dv

/** Opens the editor of a cell in the first row: a click selects the cell, Enter edits it. */
async function editFirst(openPage: OpenPage, column: string) {
  const page = await openList(openPage, 'caseFiles')
  const editor = cell(page, 0, column)
  const before = (await editor.textContent()) ?? ''
  await editor.click()
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(editor.getByRole('combobox'))).toBe(true)
  return { page, editor, before }
}

test(
  'an editor of several choices has the focus in its search field, and Enter changes nothing',
  nightly,
  async ({ openPage }) => {
    const { page, editor, before } = await editFirst(openPage, 'statuses')
    await expect(editor.getByRole('listbox')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(editor.getByRole('listbox')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(editor.getByRole('combobox')).toHaveCount(0)
    await expect(cell(page, 0, 'statuses')).toHaveText(before)
    await expect(toast(page, list.saved)).toHaveCount(0)
  },
)

test(
  'the editor of a select stays open with a text that was typed and not chosen when the cell is left',
  nightly,
  async ({ openPage }) => {
    for (const column of ['statuses', 'court']) {
      const { page, editor, before } = await editFirst(openPage, column)
      await editor.getByRole('combobox').fill('zzzz')
      await expect(editor.getByText(form.nothing)).toBeVisible()
      await page.getByRole('heading').first().click()
      await expect(editor.getByRole('alert')).toHaveText(stripDirectionMarks(form.notChosen('zzzz')))
      await editor.getByRole('combobox').focus()
      await page.keyboard.press('Escape')
      await expect(cell(page, 0, column)).toHaveText(before)
    }
  },
)

test('an editor of one choice opens with its list, and Enter on the selected choice keeps it', async ({ openPage }) => {
  const { page, editor, before } = await editFirst(openPage, 'court')
  await expect(editor.getByRole('option').nth(1)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(cell(page, 0, 'court')).toHaveText(before)
})

test('the editor of several choices is as high as its row', nightly, async ({ openPage }) => {
  const { page, editor } = await editFirst(openPage, 'statuses')
  await expect(editor.getByRole('listbox')).toBeVisible()
  for (let steps = 0; steps < 4; steps++) {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  const next = (await rowsOf(page).nth(1).boundingBox())?.y ?? 0
  const box = await editor.locator('[class*="MultiSelect-input"]').first().boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(next)
  await expect(editor.getByRole('combobox')).toBeInViewport()
})

test('a filter is cleared with keys', nightly, async ({ openPage }) => {
  const page = await openList(openPage, 'analysis')
  await expectParams(page, {})
  await page.getByRole('combobox').nth(1).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => hasFocus(page.getByRole('button', { name: form.clearChoice }))).toBe(true)
  await page.keyboard.press('Enter')
  await expectLoaded(page)
  await expect(page.getByRole('combobox').nth(1)).toHaveValue('')
})

/** Opens the list with two new courts, and holds the saves of their cells. */
async function openTwoCourts(openPage: OpenPage, query: (sql: string, values: string[]) => Promise<unknown>) {
  const word = newWord()
  await query(`insert into courts (name) values ($1), ($2)`, [`${word} a`, `${word} b`])
  const page = await openList(openPage, 'courts', { search: word })
  await expect(rowsOf(page)).toHaveCount(2)
  const held = deferred()
  await page.route('**/api/courts/partialUpdate', async (route) => {
    await held.promise
    await route.fallback()
  })
  return { page, held, word }
}

test('Tab saves a cell and moves the focus to the next one, and Shift+Tab to the one before', async ({
  openPage,
  colleague,
}) => {
  const name = newWord()
  await colleague.save('subscriptionConfigs/create', { name, amount: 10, days: 30 })
  const page = await openList(openPage, 'subscriptionConfigs', { search: name })
  await cell(page, 0, 'name').dblclick()
  await nameInput(page, 0).fill(`${name} b`)
  await page.keyboard.press('Tab')
  await expect(cell(page, 0, 'amount')).toBeFocused()
  await expect(cell(page, 0, 'name')).toHaveText(`${name} b`)
  await expect(nameInput(page, 0)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(cell(page, 0, 'amount').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(cell(page, 0, 'name')).toBeFocused()
  await expect(cell(page, 0, 'amount').getByRole('textbox')).toHaveCount(0)
})

test('a text that is no date is refused in its cell with the form that a date has, and is not sent', async ({
  openPage,
}) => {
  const page = await openList(openPage, 'caseFiles')
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('partialUpdate') && sent.push(request.url()))
  const editor = cell(page, 0, 'closed_date')
  await editor.dblclick()
  await editor.getByRole('textbox').fill('14.6.24')
  await page.keyboard.press('Enter')
  await expect(editor.getByRole('alert')).toContainText('YYYY-MM-DD')
  await expect(editor.getByRole('textbox')).toHaveValue('14.6.24')
  expect(sent).toEqual([])
  await page.keyboard.press('Escape')
})

const nameInput = (page: Page, row: number) => cell(page, row, 'name').getByRole('textbox')

test(
  'a double click on another cell opens no second editor while a cell is saved or shows why it is refused',
  nightly,
  async ({ openPage, server }) => {
    const { page, held } = await openTwoCourts(openPage, server.query)
    await cell(page, 0, 'name').dblclick()
    await nameInput(page, 0).fill(' ')
    const sent = page.waitForRequest('**/api/courts/partialUpdate')
    await cell(page, 1, 'name').dblclick()
    await sent
    await expect(nameInput(page, 1)).toHaveCount(0)
    held.resolve()
    await expect(cell(page, 0, 'name').getByRole('alert')).toBeVisible()
    await cell(page, 1, 'name').dblclick()
    await expect(nameInput(page, 0)).toHaveValue(' ')
    await expect(nameInput(page, 1)).toHaveCount(0)
  },
)

test(
  'a save that ends after its cell was left by Escape does not close the editor of another cell',
  nightly,
  async ({ openPage, server }) => {
    const { page, held, word } = await openTwoCourts(openPage, server.query)
    await cell(page, 0, 'name').dblclick()
    await nameInput(page, 0).fill(`${word} a c`)
    await nameInput(page, 0).press('Enter')
    await nameInput(page, 0).press('Escape')
    await cell(page, 1, 'name').dblclick()
    await nameInput(page, 1).fill(`${word} b d`)
    held.resolve()
    await expect(toast(page, list.saved)).toBeVisible()
    await expect(nameInput(page, 1)).toHaveValue(`${word} b d`)
  },
)

test('Enter in a field of a wizard turns no step and saves nothing, and its buttons do', async ({ openPage }) => {
  const page = await openList(openPage, 'caseFiles')
  await page.getByRole('button', { name: list.create('މައްސަލަ') }).click()
  const tabs = dialog(page).getByRole('tab')
  const title = dialog(page).locator('[data-field="title"]').getByRole('textbox')
  await title.click()
  await page.keyboard.insertText('ސުރުޚީއެއް')
  await page.keyboard.press('Enter')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await expect(title).toHaveValue('ސުރުޚީއެއް')
  const next = dialog(page).getByRole('button', { name: form.next, exact: true })
  for (const step of [1, 2, 3]) {
    await next.click()
    await expect(tabs.nth(step)).toHaveAttribute('aria-selected', 'true')
  }
  // The click that opens the last step does not save: that would show the fields that are missing.
  await expectFocusIn(dialog(page))
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await expect(tabs.nth(3)).toHaveAttribute('aria-selected', 'true')
})
