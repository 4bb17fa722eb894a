import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/strings/dv.ts'
import { axe, newPage, signIn, startBrowser } from './browser.ts'
import { buildStage, stageUrl } from './stage/build.ts'

const password = 'hukum-demo-2026'
const staff = 'admin@hukum.test'
const { form } = dv

let browser: Browser
let put: Awaited<ReturnType<typeof buildStage>>

beforeAll(async () => {
  browser = await startBrowser()
  put = await buildStage()
})
afterAll(() => browser.close())

type Opening = { resource: string; mode?: 'Create' | 'Update' | 'View'; id?: number; stays?: string }

/** A form on the screen of somebody who may do everything. */
async function open(asked: Opening, page?: Page) {
  const one = page ?? (await signedIn())
  await one.goto(stageUrl({ mode: 'Create', ...asked }))
  await dialog(one).getByRole('button', { name: form.close, exact: true }).waitFor()
  return one
}

async function signedIn() {
  const page = await newPage(browser)
  await put(page)
  await signIn(page, staff, password, { remember: true })
  return page
}

const dialog = (page: Page) => page.getByRole('dialog').first()
const field = (page: Page, label: string) => dialog(page).getByRole('textbox', { name: label, exact: true })
const save = (page: Page) => dialog(page).getByRole('button', { name: form.save, exact: true })
const toast = (page: Page, sentence: string) =>
  page.getByRole('region', { name: dv.toasts.label }).getByText(sentence, { exact: true })
const isClosed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

describe('a simple form', () => {
  test('makes a court, and refuses a second of the same name at its field and in the corner', async () => {
    const page = await open({ resource: 'courts' })
    expect(await axe(page)).toEqual([])
    await field(page, 'ނަން').fill('ތަޖުރިބާ ކޯޓު')
    await save(page).click()
    await toast(page, form.saved).waitFor()
    await isClosed(page)

    await page.getByRole('button', { name: 'Open' }).click()
    await field(page, 'ނަން').fill('ތަޖުރިބާ ކޯޓު')
    await save(page).click()
    await dialog(page).getByRole('alert').waitFor()
    expect(await field(page, 'ނަން').getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'ނަން').inputValue()).toBe('ތަޖުރިބާ ކޯޓު')
  })

  test('asks for what is missing, and the focus goes there', async () => {
    const page = await open({ resource: 'courts' })
    await save(page).click()
    await dialog(page).getByText(form.problems.required).waitFor()
    await toast(page, form.check).waitFor()
    await expect.poll(() => field(page, 'ނަން').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await axe(page)).toEqual([])
  })
})
