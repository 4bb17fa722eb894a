import { expect, type Page } from '@playwright/test'
import { type OpenPage, type PageOptions, subscriber } from './fixtures.ts'

/** What users do with the search and its results. */

/** The number of a judgment of the demo library that was written by hand. */
export const caseNumber = '2013/HC-A/80'
/** A query with many results. */
export const common = 'ކޯޓުގެ ޙުކުމް'

export async function openSearch(openPage: OpenPage, search: Record<string, string> = {}, look: PageOptions = {}) {
  const page = await openPage({ user: subscriber, ...look, path: `/home?${new URLSearchParams(search).toString()}` })
  await expect(page.getByRole('search').getByRole('combobox')).toBeVisible()
  return page
}

export const cards = (page: Page) => page.getByRole('article')

/** The number of results in the heading, once it is there. */
export async function resultCount(page: Page) {
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: /\d/ }).first()
  return Number(/\d[\d,]*/.exec((await heading.textContent()) ?? '')?.[0]?.replaceAll(',', ''))
}
