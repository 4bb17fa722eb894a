import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { dv } from '#web/platform/strings/dv.ts'
import { another } from './another.ts'
import { axe, home, isLive, newPage, signIn, startBrowser } from './browser.ts'

/** A subscriber reads a case, while the office works at it. */

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** A published case that nobody else reads, or this one. */
async function aCase(wanted: string | null = null) {
  const client = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })
  await client.connect()
  const { rows } = await client.query<{ id: number; reference: string }>(
    `select id::int, reference from case_files where published and deleted_at is null and reference = coalesce($1, reference)
      and exists (select from case_numbers where case_file_id = case_files.id)
      order by closed_date desc nulls last, id desc limit 1`,
    [wanted],
  )
  await client.end()
  const office = await another()
  const { id, reference } = rows[0] ?? { id: 0, reference: '' }
  const save = async (fields: object) => {
    const { data } = await office.call('caseFiles/find', { id })
    return office.save('caseFiles/update', { id, version: data?.version, ...fields })
  }
  // However a test ends: what is not published is found by no other.
  onTestFinished(async () => {
    const { data } = await office.call('caseFiles/find', { id })
    if (data?.['published'] === false) await save({ published: true })
  })
  return { reference, save }
}

test('a case that is changed, and then unpublished, says so to whoever reads it', async () => {
  const { reference, save } = await aCase()
  const page = await newPage(browser)
  await signIn(page, 'subscriber@hukum.test', 'hukum-demo-2026')
  await page.goto(`${home()}/case?ref=${reference}`)
  await isLive(page)

  await save({ keywords: 'live' })
  await page.getByText(dv.live.caseChanged).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: dv.live.reload }).click()
  await expect.poll(() => page.getByText(dv.live.caseChanged).count()).toBe(0)

  await save({ published: false })
  await page.getByText(dv.live.caseGone).waitFor()
})

test('a case that is unpublished while its reader is offline says so when he is back', async () => {
  const { reference, save } = await aCase()
  const page = await newPage(browser)
  await signIn(page, 'subscriber@hukum.test', 'hukum-demo-2026')
  await page.goto(`${home()}/case?ref=${reference}`)
  const live = () => page.evaluate(() => document.documentElement.dataset['live'])
  await expect.poll(live).toBe('connected')
  // What was there at the first joining is no news.
  expect(await page.getByText(dv.live.caseChanged).count()).toBe(0)

  await page.context().setOffline(true)
  await expect.poll(live).toBe('offline')
  await save({ published: false })
  await page.context().setOffline(false)
  await page.getByText(dv.live.caseGone).waitFor()
})

test('what is said of one case is not said of the next result', async () => {
  const page = await newPage(browser)
  await signIn(page, 'subscriber@hukum.test', 'hukum-demo-2026')
  await page.goto(`${home()}/home?${new URLSearchParams({ q: 'ކޯޓުގެ ޙުކުމް' }).toString()}`)
  await page.getByRole('article').first().getByRole('link', { name: dv.search.card.details }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { level: 1 }).waitFor()
  await isLive(page)

  const { save } = await aCase(new URL(page.url()).searchParams.get('case'))
  await save({ published: false })
  await page.getByText(dv.live.caseGone).waitFor()
  const before = await dialog.getByRole('heading', { level: 1 }).textContent()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => dialog.getByRole('heading', { level: 1 }).textContent()).not.toBe(before)
  await expect.poll(() => page.getByText(dv.live.caseGone).count()).toBe(0)
})
