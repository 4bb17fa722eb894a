import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { cell, quickSearch } from './lists.ts'

export const hasFocus = (what: Locator) => what.evaluate((one) => one === document.activeElement)

/** Goes down in the list of a choice until the one that is meant is marked, as somebody who looks at it does, and takes it. */
export async function takeOption(page: Page, option: Locator) {
  const isMarked = async () => {
    await page.keyboard.press('ArrowDown')
    return option.evaluate(
      (one) => one.id !== '' && one.id === document.activeElement?.getAttribute('aria-activedescendant'),
    )
  }
  await expect.poll(isMarked).toBe(true)
  await page.keyboard.press('Enter')
}

type Hand = {
  edit: (page: Page, column: string) => Promise<Locator>
  press: (page: Page, what: Locator) => Promise<unknown>
}

/** The two ways of using a list; by keys nothing is touched that the keys did not reach. */
export const hands: Record<'pointer' | 'keys', Hand> = {
  pointer: {
    edit: async (page, column) => {
      await cell(page, 0, column).dblclick()
      return cell(page, 0, column)
    },
    press: (_page, what) => what.click(),
  },
  keys: {
    edit: async (page, column) => {
      await quickSearch(page).focus()
      const there = cell(page, 0, column)
      const isInGrid = () => page.evaluate(() => document.activeElement?.closest('[role=grid]') !== null)
      for (let steps = 0; steps < 12 && !(await isInGrid()); steps++) await page.keyboard.press('Tab')
      if (!(await isInGrid())) throw new Error('the Tab key never led into the grid')
      await page.keyboard.press('Control+End')
      for (let steps = 0; steps < 12 && !(await hasFocus(there)); steps++) await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Enter')
      return there
    },
    press: async (page, what) => {
      for (let steps = 0; steps < 40; steps++) {
        if (await hasFocus(what)) return page.keyboard.press('Enter')
        await page.keyboard.press('Tab')
      }
      throw new Error('the Tab key never led there')
    },
  },
}
