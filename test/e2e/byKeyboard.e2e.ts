import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { relationTypes } from '#shared/resources/relationTypes.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { newPage, startBrowser, takesFocus } from './browser.ts'
import { cell, isListed, quickSearch, rowsOf, signInStaff, toast } from './lists.ts'

const { list, form } = dv
const name = 'ކީބޯޑުން ގުޅުން'

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** What has the focus, as it is called. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    return at?.getAttribute('aria-label') ?? at?.textContent ?? ''
  })

/** Goes on with a key until what is called so has the focus. */
async function reach(page: Page, called: string, key = 'Tab') {
  for (let steps = 0; steps < 60; steps++) {
    if ((await focused(page)) === called) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never led to ${called}, but to ${await focused(page)}`)
}

/** Goes on from the search into the grid, to the first cell of its first row. */
async function enterGrid(page: Page) {
  for (let steps = 0; steps < 7 && !(await isInGrid(page)); steps++) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
}

const isInGrid = (page: Page) => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)

/** Chooses from the menu of the row that has the focus, or that had it before its window opened. */
async function chooseByKeys(page: Page, action: string) {
  await expect.poll(() => isInGrid(page)).toBe(true)
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await takesFocus(page.getByRole('menu'))
  await reach(page, action, 'ArrowDown')
  await page.keyboard.press('Enter')
  await takesFocus(page.getByRole('dialog'))
}

async function escape(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('without a mouse somebody goes to a list, makes a record, finds it, changes it in its cell and in its form, views it and deletes it', async () => {
  const page = await newPage(browser)
  await signInStaff(page)
  await page.getByRole('link', { name: dv.entries.relationTypes, exact: true }).waitFor()
  await reach(page, dv.entries.relationTypes)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: relationTypes.label.many.dv, exact: true }).waitFor()
  // A new page takes the focus, which would be lost half-way otherwise.
  await page.locator('main:focus, [data-page-heading]:focus').waitFor()
  await isListed(page)

  await reach(page, list.create(relationTypes.label.one.dv))
  await page.keyboard.press('Enter')
  await takesFocus(page.getByRole('dialog').getByRole('textbox'))
  await page.keyboard.insertText(name)
  await page.keyboard.press('Enter')
  await toast(page, form.saved).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // Whoever closes a window goes on where it was opened.
  await expect.poll(() => focused(page)).toBe(list.create(relationTypes.label.one.dv))

  await page.keyboard.press('Tab')
  await takesFocus(quickSearch(page))
  await page.keyboard.insertText(name)
  await expect.poll(() => rowsOf(page).count()).toBe(1)

  await enterGrid(page)
  await page.keyboard.press('Enter')
  await takesFocus(cell(page, 0, 'name').getByRole('textbox'))
  await page.keyboard.press('End')
  await page.keyboard.insertText(' އެއް')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 0, 'name').textContent()).toBe(`${name} އެއް`)

  await chooseByKeys(page, list.edit)
  await takesFocus(page.getByRole('dialog').getByRole('textbox'))
  await page.keyboard.press('End')
  await page.keyboard.insertText(' ދެވަނަ')
  await page.keyboard.press('Enter')
  await expect.poll(() => cell(page, 0, 'name').textContent()).toBe(`${name} އެއް ދެވަނަ`)
  await escape(page)

  await chooseByKeys(page, list.view)
  await page.getByRole('dialog').getByText(`${name} އެއް ދެވަނަ`).waitFor()
  await escape(page)

  await chooseByKeys(page, list.remove)
  await reach(page, list.remove)
  await page.keyboard.press('Enter')
  await toast(page, list.removed).waitFor()
  await page.getByText(list.nothing).waitFor()
})
