import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { themes } from '#web/choices.ts'
import { dv } from '#web/strings/dv.ts'
import { resources } from '#shared/resources/index.ts'
import { axe, home, openWatched, startBrowser } from './browser.ts'
import { buildAnalysis } from './analyses.ts'
import { dialog } from './filling.ts'
import { choose, pathOf, rowsOf, signInStaff } from './lists.ts'

/** What axe says of the windows over the lists; the lists themselves are looked at in `lists` and `listShapes`. */

const { list, form } = dv

let browser: Browser
const database = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })

beforeAll(async () => {
  browser = await startBrowser()
  await database.connect()
  await buildAnalysis(database, '41/AN/2024')
})
afterAll(async () => {
  await database.end()
  await browser.close()
})

describe.each(themes)('in the %s theme axe finds nothing', (theme) => {
  let page: Page
  let problems: string[]

  beforeAll(async () => {
    ;({ page, problems } = await openWatched(browser, { theme }))
    await signInStaff(page)
  })
  afterAll(() => expect(problems).toEqual([]))

  test.each(resources)('in the windows of $name', async ({ name, label }) => {
    await page.goto(`${home()}${pathOf(name)}`)
    await rowsOf(page).first().waitFor()

    await page.getByRole('button', { name: list.create(label.one.dv), exact: true }).click()
    await dialog(page).locator('[data-field]').first().waitFor()
    expect(await axe(page), `the form of ${name}`).toEqual([])
    for (const part of (await dialog(page).getByRole('tab').all()).slice(1)) {
      await part.click()
      expect(await axe(page, '[role="dialog"]'), `the form of ${name}`).toEqual([])
    }
    await leave(page)

    await choose(page, 0, list.view)
    await dialog(page).locator('dl').first().waitFor()
    expect(await axe(page), `the sheet of ${name}`).toEqual([])
    await leave(page)

    await choose(page, 0, list.remove)
    await dialog(page).getByRole('button', { name: list.remove }).waitFor()
    expect(await axe(page), `deleting of ${name}`).toEqual([])
    await dialog(page).getByRole('button', { name: dv.acts.cancel }).click()
    await dialog(page).waitFor({ state: 'detached' })
  })
})

async function leave(page: Page) {
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  await dialog(page).waitFor({ state: 'detached' })
}
