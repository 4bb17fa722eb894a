import { expect, type Page } from '@playwright/test'
import { dv } from '#web/platform/strings/dv.ts'
import { type OpenPage, type PageOptions, subscriber } from './fixtures.ts'

/** What users do with the search and its results. */

/** The number of a judgment of the demo library that was written by hand. */
export const caseNumber = '2013/HC-A/80'
/** A query with many results. */
export const common = 'ކޯޓުގެ ޙުކުމް'

export async function openSearch(openPage: OpenPage, search: Record<string, string> = {}, look: PageOptions = {}) {
  const page = await openPage({ user: subscriber, ...look, path: `/home?${new URLSearchParams(search).toString()}` })
  await expect(searchBox(page)).toBeVisible()
  return page
}

export async function goToSearch(page: Page, params: Record<string, string> = {}) {
  await page.goto(`/home?${new URLSearchParams(params).toString()}`)
  await expect(searchBox(page)).toBeVisible()
}

export const searchBox = (page: Page) => page.getByRole('search').getByRole('combobox')
/** The live region with the number of results. */
export const resultStatus = (page: Page) => page.getByRole('status').filter({ hasText: /\d/ })

export async function search(page: Page, text: string) {
  await searchBox(page).fill(text)
  await page.keyboard.press('Enter')
}

export async function openFilters(page: Page) {
  await page.getByRole('button', { name: dv.search.filter }).click()
  const dialog = page.getByRole('dialog', { name: dv.search.advanced.title })
  await expect(dialog).toBeVisible()
  return dialog
}

export async function expectNoDialog(page: Page) {
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

export const cards = (page: Page) => page.getByRole('article')

/** The number of results in the heading, once it is there. */
export async function resultCount(page: Page) {
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: /\d/ }).first()
  return Number(/\d[\d,]*/.exec((await heading.textContent()) ?? '')?.[0]?.replaceAll(',', ''))
}
