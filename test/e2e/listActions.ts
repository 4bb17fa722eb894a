import { expect, type Page } from '@playwright/test'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { navigation } from '#web/platform/navigation/navigation.ts'
import { type OpenPage, type PageOptions, staff } from './fixtures.ts'
import type { TestServer } from './testServer.ts'

/** What users do in the lists of resources, by roles and labels. */

const entries = navigation.flatMap(({ children = [] }) => children)

export const pathOf = (resource: string) => entries.find((entry) => entry.resource === resource)?.path ?? '/404'

/** A plain list, one with required filters and long rows, one with switches, and one of analyses: the others look the same. */
export const kindsOfList: readonly string[] = ['courts', 'caseFiles', 'users', 'analysis']

/** Opens the list of a resource, by default for a user who may do everything. */
export async function openList(
  openPage: OpenPage,
  resource: string,
  search: Record<string, string> = {},
  options: PageOptions = {},
) {
  const page = await openPage({ user: staff, ...options })
  await page.goto(`${pathOf(resource)}?${new URLSearchParams(search).toString()}`)
  await expectLoaded(page)
  return page
}

/** Waits until the list is drawn and its rows are loaded. */
export async function expectLoaded(page: Page) {
  await expect(page.getByRole('search')).toBeVisible()
  await expect(loadingOverlay(page)).toHaveCount(0)
}

/** Covers the rows, or replaces the cards, while rows are loading. */
export const loadingOverlay = (page: Page) =>
  page.getByRole('status', { name: new RegExp(`^(${dv.list.loading}|${en.list.loading})$`) })
export const grid = (page: Page) => page.getByRole('grid')
export const quickSearch = (page: Page) => page.getByRole('search').getByRole('textbox')
/** The rows of a list on a narrow screen. */
export const cardsOf = (page: Page) => page.getByRole('article')
/** The rows of the list without the headings. */
export const rowsOf = (page: Page) => grid(page).locator('[data-row]')
/** The number of rows on all pages. */
export const rowCount = async (page: Page) => Number(await grid(page).getAttribute('aria-rowcount')) - 1
export async function expectRowCount(page: Page, count: number) {
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(count + 1))
}
export const cell = (page: Page, row: number, column: string) =>
  rowsOf(page).nth(row).locator(`[data-column="${column}"]`)

export const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: dv.toasts.label }).getByText(text, { exact: true })

/** Keeps a toast open, as a pointer on it does: many keys on a busy machine take longer than it is shown. */
export const keepToast = (page: Page, text: string) => toast(page, text).dispatchEvent('pointerover')

/** Opens the list of cases with a case that has a text alone: the first of the list may belong to another test. */
export async function openReadableCase(openPage: OpenPage, server: Pick<TestServer, 'query'>) {
  const [judgment] = await server.query(
    `select number
       from case_files
       join case_numbers on case_file_id = case_files.id
      where court_id = 1 and deleted_at is null and case_content is not null
      order by case_files.id
      limit 1`,
  )
  const page = await openList(openPage, 'caseFiles', { search: String(judgment?.['number']) })
  await expect(rowsOf(page).first()).toBeVisible()
  return page
}

/** Opens the menu of a row and chooses an action. */
export async function choose(page: Page, row: number, action: string, rows = rowsOf(page)) {
  await openMenu(page, row, rows)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Opens the menu of a row and returns its actions. */
export async function openMenu(page: Page, row: number, rows = rowsOf(page)) {
  await rows.nth(row).getByRole('button').click()
  await expect(page.getByRole('menu')).toBeVisible()
  return page.getByRole('menuitem').allTextContents()
}
