import { expect, type Page, staff, test } from './fixtures.ts'
import { relationTypes } from '#shared/resources/relationTypes.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { expectFocusIn } from './pageActions.ts'
import { cell, expectLoaded, quickSearch, rowsOf, toast } from './listActions.ts'

const { list, form } = dv
const name = 'ކީބޯޑުން ގުޅުން'

/** The accessible name of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    return at?.getAttribute('aria-label') ?? at?.textContent ?? ''
  })

/** Presses a key until the element of this name has the focus. */
async function reach(page: Page, wanted: string, key = 'Tab') {
  for (let steps = 0; steps < 60; steps++) {
    if ((await focused(page)) === wanted) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never led to ${wanted}, but to ${await focused(page)}`)
}

/** Moves the focus from the quick search to the first cell of the first row. */
async function enterGrid(page: Page) {
  for (let steps = 0; steps < 7 && !(await isInGrid(page)); steps++) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
}

const isInGrid = (page: Page) => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)

/** Chooses an action from the menu of the focused row. */
async function chooseByKeys(page: Page, action: string) {
  await expect.poll(() => isInGrid(page)).toBe(true)
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await expectFocusIn(page.getByRole('menu'))
  await reach(page, action, 'ArrowDown')
  await page.keyboard.press('Enter')
  await expectFocusIn(page.getByRole('dialog'))
}

async function escape(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a user without a mouse opens a list, creates a record, finds it, edits it in its cell and in its form, views it and deletes it', async ({
  openPage,
}) => {
  const page = await openPage({ user: staff, path: '/home' })
  await expect(page.getByRole('link', { name: dv.entries.relationTypes, exact: true })).toBeVisible()
  await reach(page, dv.entries.relationTypes)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: relationTypes.label.many.dv, exact: true })).toBeVisible()
  // A new page moves the focus to its heading: keys before that would be lost.
  await expect(page.locator('main:focus, [data-page-heading]:focus')).toBeVisible()
  await expectLoaded(page)

  await reach(page, list.create(relationTypes.label.one.dv))
  await page.keyboard.press('Enter')
  await expectFocusIn(page.getByRole('dialog').getByRole('textbox'))
  await page.keyboard.insertText(name)
  await page.keyboard.press('Enter')
  await expect(toast(page, form.saved)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // A closed dialog returns the focus to its opener.
  await expect.poll(() => focused(page)).toBe(list.create(relationTypes.label.one.dv))

  await page.keyboard.press('Tab')
  await expectFocusIn(quickSearch(page))
  await page.keyboard.insertText(name)
  await expect(rowsOf(page)).toHaveCount(1)

  await enterGrid(page)
  await page.keyboard.press('Enter')
  await expectFocusIn(cell(page, 0, 'name').getByRole('textbox'))
  await page.keyboard.press('End')
  await page.keyboard.insertText(' އެއް')
  await page.keyboard.press('Enter')
  await expect(cell(page, 0, 'name')).toHaveText(`${name} އެއް`)

  await chooseByKeys(page, list.edit)
  await expectFocusIn(page.getByRole('dialog').getByRole('textbox'))
  await page.keyboard.press('End')
  await page.keyboard.insertText(' ދެވަނަ')
  await page.keyboard.press('Enter')
  await expect(cell(page, 0, 'name')).toHaveText(`${name} އެއް ދެވަނަ`)
  await escape(page)

  await chooseByKeys(page, list.view)
  await expect(page.getByRole('dialog').getByText(`${name} އެއް ދެވަނަ`)).toBeVisible()
  await escape(page)

  await chooseByKeys(page, list.remove)
  await reach(page, list.remove)
  await page.keyboard.press('Enter')
  await expect(toast(page, list.removed)).toBeVisible()
  await expect(page.getByText(list.nothing)).toBeVisible()
})
