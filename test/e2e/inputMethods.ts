import { expect, type Locator, type Page } from '@playwright/test'
import { cell, quickSearch } from './listActions.ts'

export const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement)

/** Presses the down arrow until the option of a combobox is active, then Enter. */
export async function takeOption(page: Page, option: Locator) {
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    const isActive = await option.evaluate(
      (one) => one.id !== '' && one.id === document.activeElement?.getAttribute('aria-activedescendant'),
    )
    expect(isActive).toBe(true)
  }).toPass({ intervals: [50] })
  await page.keyboard.press('Enter')
}

type InputMethod = {
  edit: (page: Page, column: string) => Promise<Locator>
  press: (page: Page, element: Locator) => Promise<unknown>
}

/** The two ways to use a list; with keys nothing is touched that the keys did not reach. */
export const inputMethods: Record<'pointer' | 'keys', InputMethod> = {
  pointer: {
    edit: async (page, column) => {
      await cell(page, 0, column).dblclick()
      return cell(page, 0, column)
    },
    press: (_page, element) => element.click(),
  },
  keys: {
    edit: async (page, column) => {
      await quickSearch(page).focus()
      const target = cell(page, 0, column)
      const isInGrid = () => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)
      for (let steps = 0; steps < 12 && !(await isInGrid()); steps++) await page.keyboard.press('Tab')
      if (!(await isInGrid())) throw new Error('the Tab key did not reach the grid')
      await page.keyboard.press('Control+End')
      for (let steps = 0; steps < 12 && !(await hasFocus(target)); steps++) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      return target
    },
    press: async (page, element) => {
      for (let steps = 0; steps < 40; steps++) {
        if (await hasFocus(element)) return page.keyboard.press('Enter')
        await page.keyboard.press('Tab')
      }
      throw new Error('the Tab key did not reach the element')
    },
  },
}

/** The text in the clipboard, pasted with the keyboard: the policy of the page lets no script read it. */
export async function clipboardText(page: Page) {
  const box = await page.evaluateHandle(() => {
    const area = document.createElement('textarea')
    document.body.append(area)
    area.focus()
    return area
  })
  await page.keyboard.press('Control+v')
  const text = await box.evaluate((area) => area.value)
  await box.evaluate((area) => area.remove())
  return text
}
