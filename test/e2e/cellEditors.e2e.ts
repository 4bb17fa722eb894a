import { randomInt } from 'node:crypto'
import { type ApiUser, expect, type OpenPage, type Page, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { axe } from './pageActions.ts'
import { hasFocus, inputMethods, takeOption } from './inputMethods.ts'
import { cell, keepToast, openList, rowsOf, toast } from './listActions.ts'
import { unisolatedNumbers } from './unisolatedNumbers.ts'

/** Editors of dates and choices in the cells of a list, by pointer and by keyboard. */

const { list } = dv

type Choice = { id: number; name: string }

const choicesOf = async (colleague: ApiUser, resource: string) =>
  (await colleague.call(`${resource}/get`, {})).data as unknown as Choice[]

/** Opens the list with one new case, closed on the thirteenth of May with the first status. */
async function openCase(openPage: OpenPage, colleague: ApiUser) {
  const number = `${randomInt(1e9)}/Cv-C/2024`
  const [type] = await choicesOf(colleague, 'caseTypes')
  const [status] = await choicesOf(colleague, 'caseStatuses')
  await colleague.save('caseFiles/create', {
    court: 1,
    closed_date: '2024-05-13',
    title: number,
    case_numbers: [{ number }],
    case_types: [type?.id],
    statuses: [status?.id],
  })
  const page = await openList(openPage, 'caseFiles', { search: number })
  await expect(rowsOf(page)).toHaveCount(1)
  return page
}

const expectCell = (page: Page, column: string, text: string) => expect(cell(page, 0, column)).toHaveText(text)

for (const [by, { edit, press }] of Object.entries(inputMethods))
  test.describe(`by ${by}`, () => {
    const undo = async (page: Page) => {
      await keepToast(page, list.saved)
      expect(await unisolatedNumbers(page), 'the toast and the cells').toEqual([])
      await press(page, page.getByRole('button', { name: list.undo }))
      await expect(toast(page, list.undone)).toBeVisible()
    }

    test(
      `a day typed in its cell in a common form is saved, and undone, by ${by}`,
      nightlyUnless(by === 'keys'),
      async ({ openPage, colleague }) => {
        const page = await openCase(openPage, colleague)
        await expectCell(page, 'closed_date', '13 މޭ 2024')
        const editor = await edit(page, 'closed_date')
        await editor.getByRole('textbox').fill('14.6.2024')
        expect(await axe(page)).toEqual([])
        expect(await unisolatedNumbers(page), 'the editor of a date').toEqual([])
        await page.keyboard.press('Enter')
        await expectCell(page, 'closed_date', '14 ޖޫން 2024')
        await undo(page)
        await expectCell(page, 'closed_date', '13 މޭ 2024')
      },
    )

    test(
      `a day picked from the calendar of its cell is saved, and undone, by ${by}`,
      nightly,
      async ({ openPage, colleague }) => {
        const page = await openCase(openPage, colleague)
        const editor = await edit(page, 'closed_date')
        // The field has the focus; its button is after it.
        if (by === 'keys') await page.keyboard.press('Tab')
        await press(page, editor.getByRole('button'))
        const calendar = page.getByRole('dialog')
        await expect(calendar).toBeVisible()
        expect(await axe(page)).toEqual([])
        if (by === 'keys') {
          const day = calendar.getByRole('button', { name: '13 މޭ 2024', exact: true })
          for (let steps = 0; steps < 8 && !(await hasFocus(day)); steps++) await page.keyboard.press('Tab')
          await page.keyboard.press('ArrowDown')
          await page.keyboard.press('Enter')
          await expect(calendar).toHaveCount(0)
          // Back to the field, out of its button.
          await page.keyboard.press('Shift+Tab')
          await page.keyboard.press('Enter')
        } else {
          await calendar.getByRole('button', { name: '20 މޭ 2024', exact: true }).click()
          await expect(calendar).toHaveCount(0)
          await cell(page, 0, 'title').click()
        }
        await expect(toast(page, list.saved)).toBeVisible()
        await expectCell(page, 'closed_date', '20 މޭ 2024')
        await undo(page)
        await expectCell(page, 'closed_date', '13 މޭ 2024')
      },
    )

    test(
      `several choices of a cell are saved together, and undone, by ${by}`,
      nightly,
      async ({ openPage, colleague }) => {
        const [first, second] = await choicesOf(colleague, 'caseStatuses')
        const page = await openCase(openPage, colleague)
        const editor = await edit(page, 'statuses')
        await editor.getByRole('combobox').fill(second?.name ?? '')
        expect(await axe(page)).toEqual([])
        const option = editor.getByRole('option', { name: second?.name ?? '', exact: true })
        await expect(option).toBeVisible()
        if (by === 'keys') {
          await takeOption(page, option)
          await page.keyboard.press('Escape')
          await page.keyboard.press('Enter')
        } else {
          await option.click()
          await cell(page, 0, 'title').click()
        }
        await expect(toast(page, list.saved)).toBeVisible()
        await expectCell(page, 'statuses', `${first?.name ?? ''}${second?.name ?? ''}`)
        await undo(page)
        await expectCell(page, 'statuses', first?.name ?? '')
      },
    )

    test(
      `a row whose required filter value is changed in its cell leaves the list, and comes back when undone, by ${by}`,
      nightly,
      async ({ openPage, colleague }) => {
        const other = (await choicesOf(colleague, 'courts')).find(({ id }) => id !== 1)?.name ?? ''
        const page = await openCase(openPage, colleague)
        const editor = await edit(page, 'court')
        await editor.getByRole('combobox').fill(other)
        const option = editor.getByRole('option', { name: other, exact: true })
        await expect(option).toBeVisible()
        expect(await axe(page)).toEqual([])
        if (by === 'keys') await takeOption(page, option)
        else await option.click()
        await expect(toast(page, list.saved)).toBeVisible()
        await expect(page.getByText(list.nothing)).toBeVisible()
        await undo(page)
        await expect(rowsOf(page)).toHaveCount(1)
      },
    )
  })

test(
  'what is typed in the editor of a select replaces the name of the chosen row',
  nightly,
  async ({ openPage, colleague }) => {
    const other = (await choicesOf(colleague, 'courts')).find(({ id }) => id !== 1)?.name ?? ''
    const page = await openCase(openPage, colleague)
    const editor = await inputMethods.keys.edit(page, 'court')
    await page.keyboard.insertText(other)
    await expect(editor.getByRole('combobox')).toHaveValue(other)
    await expect(editor.getByRole('option')).toHaveText([other])
    await page.keyboard.press('Enter')
    await expect(toast(page, list.saved)).toBeVisible()
  },
)

test(
  'the first click into a select whose row is chosen selects its text, and no other click, press or drag does',
  nightly,
  async ({ openPage }) => {
    const page = await openList(openPage, 'caseFiles')
    const filter = page.getByRole('combobox').first()
    await expect(filter).not.toHaveValue(/^#?\d*$/)
    const selected = () =>
      filter.evaluate((input: HTMLInputElement) =>
        input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
      )
    const name = await filter.inputValue()
    await filter.click()
    await expect.poll(selected).toBe(name)
    await filter.click()
    await expect.poll(selected).toBe('')
    await filter.blur()
    await filter.click({ button: 'middle' })
    await filter.click()
    await expect.poll(selected).toBe('')
    await filter.blur()
    const { x = 0, y = 0, width = 0, height = 0 } = (await filter.boundingBox()) ?? {}
    await page.mouse.move(x + width - 14, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width - 50, y + height / 2, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await selected()).length).toBeGreaterThan(0)
    expect(await selected()).not.toBe(name)
    await page.keyboard.press('Escape')
  },
)
