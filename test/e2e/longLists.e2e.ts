import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { fieldMessages } from '#shared/messages.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { startBrowser } from './browser.ts'
import { choose, openList, rowCount, rowsOf } from './lists.ts'

/** What is left of a list that is too long to come whole is cut into pages by the server. */

let browser: Browser
const database = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })

beforeAll(async () => {
  browser = await startBrowser()
  await database.connect()
  await database.query(`insert into relation_types (name) select 'ދިގު ލިސްޓު ' || n from generate_series(1, 600) as n`)
  await database.query(`insert into relation_types (name) select 'އެގާރަ ނިސްބަތް ' || n from generate_series(1, 11) as n`)
})
// Other files find these lists as long as they were.
afterAll(async () => {
  await browser.close()
  await database.query(`delete from relation_types where name like 'ދިގު ލިސްޓު %' or name like 'އެގާރަ ނިސްބަތް %'`)
  await database.end()
})

const shownPage = (page: Page) =>
  page.getByRole('navigation', { name: dv.pager.label }).getByRole('textbox').inputValue()

test('what is found in a long list is turned page by page', async () => {
  const page = await openList(browser, 'relationTypes', { search: 'އެގާރަ' })
  await expect.poll(() => rowsOf(page).count()).toBe(10)
  await expect.poll(() => rowCount(page)).toBe(11)
  await page.getByRole('button', { name: dv.pager.next }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(1)
})

test('a chosen row is shown by its name, however many choices there are before it', async () => {
  const { rows } = await database.query<{ id: string }>(
    `insert into courts (name) select 'ގިނަ ކޯޓު ' || n from generate_series(1, 60) as n returning id`,
  )
  onTestFinished(async () => {
    await database.query(`delete from courts where name like 'ގިނަ ކޯޓު %'`)
  })
  const page = await openList(browser, 'caseFiles', { Court: rows.at(-1)?.id ?? '' })
  const court = page.getByRole('combobox', { name: caseFiles.fields.court.label.dv })
  await expect.poll(() => court.inputValue()).toBe('ގިނަ ކޯޓު 60')
})

test('a search of more words than are looked for says so', async () => {
  const search = Array.from({ length: limits.list.words + 1 }, (_, place) => `w${place}`).join(' ')
  const page = await openList(browser, 'relationTypes', { search })
  const [sentence] = fieldMessages['too-many-words']
  await page
    .getByRole('alert')
    .getByText(sentence.replace('{maximum}', String(limits.list.words)), { exact: true })
    .waitFor()
})

test('a page that a long list has no more is its last one, also when its only row is deleted', async () => {
  const past = await openList(browser, 'relationTypes', { page: '9999' })
  await expect.poll(() => rowCount(past)).toBeGreaterThan(600)
  await expect.poll(async () => Number(await shownPage(past)) - Math.ceil((await rowCount(past)) / 10)).toBe(0)

  const page = await openList(browser, 'relationTypes', { search: 'އެގާރަ', page: '2' })
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await choose(page, 0, dv.list.remove)
  await page.getByRole('dialog').getByRole('button', { name: dv.list.remove }).click()
  await expect.poll(() => rowsOf(page).count()).toBe(10)
  await expect.poll(() => shownPage(page)).toBe('1')
})
