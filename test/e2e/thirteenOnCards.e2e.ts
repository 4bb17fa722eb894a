import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { openWatched, startBrowser } from './browser.ts'
import { cardsOf, menuOf, signInStaff } from './lists.ts'
import { screens } from './allResources.ts'
import { changeInForm, findIt, leaveForm, make, openScreen, remove, tryRefused, viewSheet } from './useScreen.ts'

/** Each of the thirteen screens in its whole use on a telephone: each row is a card, which is changed in its form. */

const { list } = dv
const width = 390

let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await startBrowser()
  ;({ page, problems } = await openWatched(browser, { width, height: 800 }))
  await signInStaff(page)
})
afterEach(() => expect(problems.splice(0)).toEqual([]))
afterAll(() => browser.close())

/** What a screen offers between the change of a row and its end. */
const own: Record<string, readonly string[]> = {
  users: [list.reset.act],
  caseFiles: [list.read],
  analysis: [list.read, list.analysis.analyze, list.analysis.download, list.analysis.cancel],
}

/** Cases are called by their numbers, each of them isolated; all others by their first words. */
const numbersOf: Record<string, readonly string[]> = {
  analysis: ['1313/Cv-C/2024'],
  caseFiles: ['1313/Cv-C/2023', '1314/Cv-C/2023'],
}

describe.each(screens.map((screen) => [screen.resource.name, screen] as const))('%s', (name, screen) => {
  const look = () => ({ page, rows: cardsOf(page) })

  test('are made in their form', async () => {
    await openScreen(page, screen)
    await make(page, screen)
  })

  test('are found by the quick search', () => findIt(look(), screen))

  test('offer what can be done with them', async () => {
    expect(await menuOf(page, 0, cardsOf(page))).toEqual([list.view, list.edit, ...(own[name] ?? []), list.remove])
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })

  test('are changed in their form, and headed by what they are called then', async () => {
    const { field, typed } = screen.cell
    await changeInForm(look(), screen, { [field]: typed, ...screen.changed })
    const head = cardsOf(page).getByRole('heading')
    const numbers = numbersOf[name]
    await expect.poll(() => head.allTextContents()).toEqual([numbers?.join(' ') ?? screen.read[0]])
    if (numbers) expect(await head.locator('bdi').allTextContents()).toEqual(numbers)
  })

  test('are viewed as a sheet, and nothing is wider than the screen', async () => {
    await viewSheet(look(), screen)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await leaveForm(page)
  })

  test('are refused at the field that is wrong', () => tryRefused(page, screen))

  test('are deleted when somebody says that he is sure', () => remove(look()))
})
