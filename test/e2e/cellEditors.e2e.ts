import { randomInt } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { type Another, another } from './another.ts'
import { axe, startBrowser } from './browser.ts'
import { hands, hasFocus, takeOption } from './hands.ts'
import { cell, keepToast, openList, rowsOf, toast } from './lists.ts'

/** A day, a choice and several choices, changed in the cell where they stand: by the pointer and by the keys. */

const { list } = dv

let browser: Browser
let colleague: Another
let names: Record<'courts' | 'caseTypes' | 'caseStatuses', readonly { id: number; name: string }[]>

beforeAll(async () => {
  browser = await startBrowser()
  colleague = await another()
  const choices = async (resource: string) =>
    (await colleague.call(`${resource}/get`, {})).data as unknown as { id: number; name: string }[]
  names = {
    courts: await choices('courts'),
    caseTypes: await choices('caseTypes'),
    caseStatuses: await choices('caseStatuses'),
  }
})
afterAll(() => browser.close())

/** A list that holds one case of its own, closed on the thirteenth of May with the first status. */
async function openCase() {
  const number = `${randomInt(1e9)}/Cv-C/2024`
  await colleague.save('caseFiles/create', {
    court: 1,
    closed_date: '2024-05-13',
    title: number,
    case_numbers: [{ number }],
    case_types: [names.caseTypes[0]?.id],
    statuses: [names.caseStatuses[0]?.id],
  })
  const page = await openList(browser, 'caseFiles', { search: number })
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  return page
}

const shown = (page: Page, column: string) => expect.poll(() => cell(page, 0, column).textContent())

describe.each(Object.entries(hands))('by %s', (by, { edit, press }) => {
  const undo = async (page: Page) => {
    await keepToast(page, list.saved)
    await press(page, page.getByRole('button', { name: list.undo }))
    await toast(page, list.undone).waitFor()
  }

  test('a day is typed as people write it, saved, and taken back', async () => {
    const page = await openCase()
    await shown(page, 'closed_date').toBe('13 މޭ 2024')
    const there = await edit(page, 'closed_date')
    await there.getByRole('textbox').fill('14.6.2024')
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await shown(page, 'closed_date').toBe('14 ޖޫން 2024')
    await undo(page)
    await shown(page, 'closed_date').toBe('13 މޭ 2024')
  })

  test('a day is picked from the calendar', async () => {
    const page = await openCase()
    const there = await edit(page, 'closed_date')
    await press(page, there.getByRole('button'))
    const calendar = page.getByRole('dialog')
    await calendar.waitFor()
    expect(await axe(page)).toEqual([])
    if (by === 'keys') {
      const day = calendar.getByRole('button', { name: '13 މޭ 2024', exact: true })
      for (let steps = 0; steps < 8 && !(await hasFocus(day)); steps++) await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await calendar.waitFor({ state: 'detached' })
      // Back to the field, out of its button.
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    } else {
      await calendar.getByRole('button', { name: '20 މޭ 2024', exact: true }).click()
      await calendar.waitFor({ state: 'detached' })
      await cell(page, 0, 'title').click()
    }
    await toast(page, list.saved).waitFor()
    await shown(page, 'closed_date').toBe('20 މޭ 2024')
    await undo(page)
    await shown(page, 'closed_date').toBe('13 މޭ 2024')
  })

  test('several are chosen one after the other, and saved together', async () => {
    const [first, second] = names.caseStatuses
    const page = await openCase()
    const there = await edit(page, 'statuses')
    await there.getByRole('combobox').fill(second?.name ?? '')
    expect(await axe(page)).toEqual([])
    const option = there.getByRole('option', { name: second?.name ?? '', exact: true })
    await option.waitFor()
    if (by === 'keys') {
      await takeOption(page, option)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Enter')
    } else {
      await option.click()
      await cell(page, 0, 'title').click()
    }
    await toast(page, list.saved).waitFor()
    await shown(page, 'statuses').toBe(`${first?.name ?? ''}${second?.name ?? ''}`)
    await undo(page)
    await shown(page, 'statuses').toBe(first?.name)
  })

  test('one of many is chosen; the row leaves the list of its court, and comes back', async () => {
    const other = names.courts.find(({ id }) => id !== 1)?.name ?? ''
    const page = await openCase()
    const there = await edit(page, 'court')
    await there.getByRole('combobox').fill(other)
    const option = there.getByRole('option', { name: other, exact: true })
    await option.waitFor()
    expect(await axe(page)).toEqual([])
    if (by === 'keys') await takeOption(page, option)
    else await option.click()
    await toast(page, list.saved).waitFor()
    await page.getByText(list.nothing).waitFor()
    await undo(page)
    await expect.poll(() => rowsOf(page).count()).toBe(1)
  })
})
