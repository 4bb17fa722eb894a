import type { Browser, Page } from 'playwright-core'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { navigation } from '#web/platform/navigation/navigation.ts'
import { home, newPage, signIn } from './browser.ts'

/** How the tests use the lists: by role and by the words on the screen. */

const entries = navigation.flatMap(({ children = [] }) => children)

export const pathOf = (resource: string) => entries.find((entry) => entry.resource === resource)?.path ?? '/404'

export const signInStaff = (page: Page, email = 'admin@hukum.test') =>
  signIn(page, email, 'hukum-demo-2026', { remember: true })

type Look = Parameters<typeof newPage>[1] & { email?: string }

/** The list of a resource, for somebody who may do everything. */
export async function openList(browser: Browser, resource: string, search: Record<string, string> = {}, look?: Look) {
  const page = await newPage(browser, look)
  await signInStaff(page, look?.email)
  await page.goto(`${home()}${pathOf(resource)}?${new URLSearchParams(search).toString()}`)
  await isListed(page)
  return page
}

/** The list is drawn, and its rows have come. */
export async function isListed(page: Page) {
  await page.getByRole('search').waitFor()
  await veil(page).waitFor({ state: 'detached' })
}

/** What lies over the rows while others are on their way, or stands in the place of cards. */
export const veil = (page: Page) =>
  page.getByRole('status', { name: new RegExp(`^(${dv.list.loading}|${en.list.loading})$`) })
export const grid = (page: Page) => page.getByRole('grid')
export const quickSearch = (page: Page) => page.getByRole('search').getByRole('textbox')
/** The rows of a list on a narrow screen. */
export const cardsOf = (page: Page) => page.getByRole('article')
/** Rows of the list, without those of the headings. */
export const rowsOf = (page: Page) => grid(page).locator('[data-row]')
/** How many rows there are on all pages. */
export const rowCount = async (page: Page) => Number(await grid(page).getAttribute('aria-rowcount')) - 1
export const cell = (page: Page, row: number, column: string) =>
  rowsOf(page).nth(row).locator(`[data-column="${column}"]`)

export const toast = (page: Page, sentence: string) =>
  page.getByRole('region', { name: dv.toasts.label }).getByText(sentence, { exact: true })

/** Keeps a message, as a pointer on it does: whoever is led to it by many keys comes late on a busy machine. */
export const keepToast = (page: Page, sentence: string) => toast(page, sentence).dispatchEvent('pointerover')

/** Opens the menu of a row and chooses from it. */
export async function choose(page: Page, row: number, action: string, rows = rowsOf(page)) {
  await menuOf(page, row, rows)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Opens the menu of a row, and answers what it offers. */
export async function menuOf(page: Page, row: number, rows = rowsOf(page)) {
  await rows.nth(row).getByRole('button').click()
  await page.getByRole('menu').waitFor()
  return page.getByRole('menuitem').allTextContents()
}
