import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { axe, home, signIn, startBrowser } from './browser.ts'
import { openList, pathOf, toast } from './lists.ts'

const password = 'hukum-demo-2026'
const { form, reauth, list } = dv

let browser: Browser
let db: pg.Client

beforeAll(async () => {
  browser = await startBrowser()
  db = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })
  await db.connect()
})
afterAll(async () => {
  await db.end()
  await browser.close()
})

/** The session of the staff ends somewhere else. */
const endSessions = () =>
  db.query(`update sessions set ended_at = now(), ended_why = 'owner'
             where ended_at is null and user_id = (select id from users where email = 'admin@hukum.test')`)

const name = (page: Page) => page.getByRole('textbox', { name: 'ނަން', exact: true })

test('a session that ends under an open form is begun anew over it, and nothing typed is lost', async () => {
  const page = await openList(browser, 'courts')
  await page.getByRole('button', { name: list.create('ކޯޓު') }).click()
  await name(page).fill('ދެވަނަ ފަހަރު')
  await endSessions()
  await page.getByRole('button', { name: form.save, exact: true }).click()

  await page.getByText(reauth.lead).waitFor()
  expect(await axe(page)).toEqual([])
  // Escape closes neither the window nor the form under it.
  await page.keyboard.press('Escape')
  const secret = page.getByLabel(dv.login.password, { exact: true })
  await expect.poll(() => secret.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByText(reauth.lead).count()).toBe(0)

  expect(await name(page).inputValue()).toBe('ދެވަނަ ފަހަރު')
  await page.getByRole('button', { name: form.save, exact: true }).click()
  await toast(page, form.saved).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('whoever does not sign in again finds what he typed as a draft', async () => {
  const page = await openList(browser, 'judges')
  await page.getByRole('button', { name: list.create('ފަނޑިޔާރު') }).click()
  await name(page).fill('ނުނިމޭ ނަން')
  await page.getByText(form.draft.stored).waitFor()
  await endSessions()
  await page.getByRole('button', { name: form.save, exact: true }).click()
  await page.getByRole('button', { name: reauth.leave, exact: true }).click()
  await page.waitForURL('**/login**')
  await signIn(page, 'admin@hukum.test', password)
  await page.goto(`${home()}${pathOf('judges')}`)
  await page.getByRole('button', { name: list.create('ފަނޑިޔާރު') }).click()
  await page.getByRole('button', { name: form.draft.restore }).click()
  await expect.poll(() => name(page).inputValue()).toBe('ނުނިމޭ ނަން')
})

describe('leaving with something unsaved', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: form.unsaved.title })

  test('by going back is asked about, and staying loses nothing', async () => {
    const page = await openList(browser, 'courts')
    await page.goto(`${home()}/home`)
    await page.getByRole('link', { name: 'ކޯޓުތައް', exact: true }).first().click()
    await page.getByRole('button', { name: list.create('ކޯޓު') }).click()
    await name(page).fill('ނުނިމޭ ކޯޓު')
    await page.goBack()
    await question(page).waitFor()
    expect(await axe(page)).toEqual([])
    await question(page).getByRole('button', { name: form.unsaved.stay }).click()
    await page.waitForURL(`**${pathOf('courts')}`)
    expect(await name(page).inputValue()).toBe('ނުނިމޭ ކޯޓު')

    await page.goBack()
    await question(page).getByRole('button', { name: form.unsaved.leave }).click()
    await page.waitForURL('**/home')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('by closing the tab is asked about by the browser, and a form with nothing in it is not', async () => {
    const page = await openList(browser, 'courts')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.getByRole('button', { name: list.create('ކޯޓު') }).click()
    await name(page).waitFor()
    await page.reload()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: list.create('ކޯޓު') }).click()
    await name(page).fill('ނުނިމޭ ކޯޓު')
    await page.reload()
    await expect.poll(() => asked).toEqual(['beforeunload'])
  })
})
