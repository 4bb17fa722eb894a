import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { axe, newPage, signIn, startBrowser, takesFocus } from './browser.ts'
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
  await dialog(one).getByRole('button', { name: form.close, exact: true }).last().waitFor()
  await dialog(one).locator('[data-field], dl').first().waitFor()
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
    await field(page, 'ކޯޑު').fill('TJR-A')
    await save(page).click()
    await toast(page, form.saved).waitFor()
    await isClosed(page)

    await page.getByRole('button', { name: 'Open' }).click()
    await field(page, 'ނަން').fill('ތަޖުރިބާ ކޯޓު')
    await save(page).click()
    await dialog(page).getByRole('alert').waitFor()
    await expect.poll(() => field(page, 'ނަން').getAttribute('aria-invalid')).toBe('true')
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

describe('a form of many kinds', () => {
  test('keeps numbers and switches, and tells what has changed in its history', async () => {
    const page = await open({ resource: 'subscriptionConfigs' })
    await field(page, 'ނަން').fill('ތަޖުރިބާ')
    await field(page, 'ޢަދަދު').fill('99.5')
    await field(page, 'ދުވަސް').fill('30')
    await dialog(page).getByRole('switch', { name: 'ޝާއިޢުކޮށްފައި' }).click({ force: true })
    const made = page.waitForResponse('**/api/subscriptionConfigs/create')
    await save(page).click()
    expect((await made).request().postDataJSON()).toEqual({ name: 'ތަޖުރިބާ', amount: 99.5, days: 30, copy_access: false, published: true }) // prettier-ignore
    await isClosed(page)

    await open({ resource: 'subscriptionConfigs', mode: 'Update', id: 1, stays: 'yes' }, page)
    await field(page, 'ދުވަސް').fill('31')
    const changed = page.waitForResponse('**/api/subscriptionConfigs/update')
    await save(page).click()
    // Only what was changed is sent.
    expect(Object.keys((await changed).request().postDataJSON() as object).sort()).toEqual(['days', 'id', 'version'])
    await toast(page, form.saved).waitFor()
    expect(await field(page, 'ދުވަސް').inputValue()).toBe('31')
    await dialog(page).getByRole('button', { name: form.history.open }).click()
    const newest = dialog(page).getByRole('listitem').first()
    await newest.getByText(form.history.actions.update).waitFor()
    await expect.poll(() => newest.textContent()).toContain('31')
    expect(await axe(page)).toEqual([])
  })

  test('reads a record as a sheet', async () => {
    const page = await open({ resource: 'caseFiles', mode: 'View', id: 1 })
    await dialog(page).getByRole('heading', { name: 'ޢާންމު މަޢުލޫމާތު' }).waitFor()
    expect(await dialog(page).getByRole('textbox').count()).toBe(0)
    expect(await axe(page)).toEqual([])
  })

  test('shows the rules of its fields while somebody types', async () => {
    const page = await open({ resource: 'everything' })
    expect(await field(page, 'Reason').count()).toBe(0)
    await dialog(page).getByRole('radio', { name: 'Secret' }).check()
    await field(page, 'Reason').fill('because no')
    await expect.poll(() => field(page, 'Closed').isDisabled()).toBe(true)
    expect(await field(page, 'Closed').evaluate((one) => getComputedStyle(one).fontWeight)).toBe('680')
    await field(page, 'Reason').fill('')
    await expect.poll(() => field(page, 'Closed').isDisabled()).toBe(false)
    await dialog(page).getByRole('checkbox', { name: 'Agreed' }).check()
    await expect.poll(() => field(page, 'Reason').getAttribute('required')).not.toBeNull()
    await field(page, 'Masked').fill('20211114')
    expect(await field(page, 'Masked').inputValue()).toBe('2021-11-14')
    await dialog(page).getByRole('button', { name: 'caution' }).click()
    expect(await field(page, 'Colour').inputValue()).toBe('caution')
    expect(await axe(page)).toEqual([])
  })
})

describe('a draft', () => {
  test('survives a tab that is closed, is offered once, and is gone when the record is saved', async () => {
    const page = await open({ resource: 'judges', mode: 'Update', id: 1 })
    await field(page, 'ނަން').fill('ލިޔެ ނުނިމޭ ނަމެއް')
    await dialog(page).getByText(form.draft.stored).waitFor()
    const context = page.context()
    await page.close()

    const again = await context.newPage()
    await open({ resource: 'judges', mode: 'Update', id: 1 }, again)
    await dialog(again).getByText(form.draft.title).waitFor()
    expect(await save(again).isDisabled()).toBe(true)
    expect(await axe(again)).toEqual([])
    await dialog(again).getByRole('button', { name: form.draft.restore }).click()
    await expect.poll(() => field(again, 'ނަން').inputValue()).toBe('ލިޔެ ނުނިމޭ ނަމެއް')
    await save(again).click()
    await isClosed(again)
    await open({ resource: 'judges', mode: 'Update', id: 1 }, again)
    expect(await dialog(again).getByText(form.draft.title).count()).toBe(0)
  })

  test('stays when the form is closed by Escape until somebody says that it may go', async () => {
    const page = await open({ resource: 'courts' })
    await field(page, 'ނަން').fill('ނުނިމޭ')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: form.unsaved.title })
    await question.waitFor()
    expect(await axe(page)).toEqual([])
    await question.getByRole('button', { name: form.unsaved.stay }).click()
    expect(await field(page, 'ނަން').inputValue()).toBe('ނުނިމޭ')
    await field(page, 'ނަން').press('Escape')
    await question.getByRole('button', { name: form.unsaved.leave }).click()
    await isClosed(page)
    await page.getByRole('button', { name: 'Open' }).click()
    await field(page, 'ނަން').waitFor()
    expect(await dialog(page).getByText(form.draft.title).count()).toBe(0)
  })
})

describe('two people at one record', () => {
  test('choose field by field, and nothing that was written is lost', async () => {
    const one = await open({ resource: 'subscriptionConfigs', mode: 'Update', id: 2 })
    const other = await open({ resource: 'subscriptionConfigs', mode: 'Update', id: 2 })
    await field(other, 'ޢަދަދު').fill('11')
    await field(other, 'ދުވަސް').fill('12')
    await save(other).click()
    await isClosed(other)

    await field(one, 'ޢަދަދު').fill('21')
    await field(one, 'ނަން').fill('އަހަރެންގެ')
    await dialog(one).getByText(form.expired).waitFor()
    await dialog(one).getByRole('button', { name: form.conflict.look }).click()
    await dialog(one).getByText(form.conflict.more).waitFor()
    const clash = dialog(one).getByRole('group', { name: /ޢަދަދު/ })
    await expect.poll(() => clash.textContent()).toContain('11')
    await expect.poll(() => clash.textContent()).toContain('21')
    // What only the other changed is in the form already.
    await expect.poll(() => field(one, 'ދުވަސް').inputValue()).toBe('12')
    expect(await field(one, 'ނަން').inputValue()).toBe('އަހަރެންގެ')
    expect(await axe(one)).toEqual([])
    await clash.getByRole('radio', { name: form.conflict.theirs }).check()
    await expect.poll(() => field(one, 'ޢަދަދު').inputValue()).toBe('11')
    await dialog(one).getByRole('button', { name: form.conflict.saveAgain }).click()
    await isClosed(one)
    await open({ resource: 'subscriptionConfigs', mode: 'Update', id: 2 }, one)
    expect(await field(one, 'ނަން').inputValue()).toBe('އަހަރެންގެ')
    expect(await field(one, 'ޢަދަދު').inputValue()).toBe('11')
  })

  test('a form that has expired says so, and saves nothing before it has been looked at', async () => {
    const page = await open({ resource: 'courts', mode: 'Update', id: 1 })
    await page.evaluate(() => document.getElementById('expire')?.dispatchEvent(new Event('expire')))
    await dialog(page).getByText(form.expired).waitFor()
    await expect.poll(() => save(page).isDisabled()).toBe(true)
    await dialog(page).getByRole('button', { name: form.conflict.look }).click()
    await dialog(page).getByText(form.conflict.none).waitFor()
    const again = save(page).or(dialog(page).getByRole('button', { name: form.conflict.saveAgain }))
    await expect.poll(() => again.isEnabled()).toBe(true)
  })
})

describe('a form of several steps', () => {
  test('is walked by the keyboard alone, and opens the step in which something is wrong', async () => {
    const page = await open({ resource: 'phrases' })
    expect(await axe(page)).toEqual([])
    const tab = (name: string) => dialog(page).getByRole('tab', { name })
    const progress = dialog(page).getByRole('progressbar')
    expect(await progress.getAttribute('aria-label')).toContain(form.partOf(1, 2))
    expect(await progress.getAttribute('aria-valuenow')).toBe('50')
    const selected = (name: string) => expect.poll(() => tab(name).getAttribute('aria-selected')).toBe('true')
    await field(page, 'އިނގިރޭސި ޢިބާރާތް').focus()
    await page.keyboard.press('Control+Alt+ArrowRight')
    await selected('މާނަ')
    await expect.poll(() => progress.getAttribute('aria-valuenow')).toBe('100')
    await page.keyboard.press('Control+Alt+ArrowLeft')
    await selected('ޢާންމު')

    await tab('ޢާންމު').focus()
    await page.keyboard.press('ArrowLeft')
    await selected('މާނަ')
    await save(page).focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByText(form.problems.required).waitFor()
    await selected('ޢާންމު')
    await takesFocus(field(page, 'ދިވެހި ޢިބާރާތް'))
    await page.keyboard.type('މިސާލު ޢިބާރާތް')
    await page.keyboard.press('Enter')
    await selected('މާނަ')
    await save(page).focus()
    await page.keyboard.press('Enter')
    await isClosed(page)
  })
})

describe('rows of a record', () => {
  test('are added, sent without those that are empty, and deleted only when somebody is sure', async () => {
    const page = await open({ resource: 'caseFiles', mode: 'Update', id: 1 })
    const number = 'ޤަޟިއްޔާ ނަންބަރުތައް'
    const row = (place: number) => dialog(page).getByRole('group', { name: form.rows.row(number, place), exact: true })
    const had = await dialog(page)
      .getByRole('group', { name: new RegExp(`^${number} \\d+$`) })
      .count()
    const add = dialog(page).getByRole('button', { name: form.rows.add(number) })
    await add.click()
    await add.click()
    await row(had + 2)
      .getByRole('textbox', { name: 'ޤަޟިއްޔާ ނަންބަރު' })
      .fill('77/Cv-C/2019')
    const answered = page.waitForResponse('**/api/caseFiles/update')
    await save(page).first().click()
    const sent = (await answered).request().postDataJSON() as { case_numbers: unknown[] }
    expect(sent.case_numbers).toHaveLength(had + 1)
    await isClosed(page)

    await open({ resource: 'caseFiles', mode: 'Update', id: 1 }, page)
    await row(had + 1).waitFor()
    await row(had + 1)
      .getByRole('button', { name: form.rows.remove(number, had + 1) })
      .click()
    const question = page.getByRole('dialog', { name: form.rows.sure })
    await question.getByRole('button', { name: dv.actions.cancel }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await row(had + 1).count()).toBe(1)
    await row(had + 1)
      .getByRole('button', { name: form.rows.remove(number, had + 1) })
      .click()
    await question.getByRole('button', { name: dv.actions.ok }).click()
    await row(had + 1).waitFor({ state: 'detached' })
    expect(await axe(page)).toEqual([])
  })
})

test('a new person gets a first password that is shown once', async () => {
  const page = await open({ resource: 'users' })
  await field(page, 'ނަން').fill('އައު މީހެއް')
  await field(page, 'އީމެއިލް').fill('new-person@hukum.test')
  await save(page).click()
  const secret = dialog(page).getByRole('textbox', { name: form.firstPassword })
  await secret.waitFor()
  expect((await secret.inputValue()).length).toBeGreaterThanOrEqual(12)
  expect(await axe(page)).toEqual([])
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  await isClosed(page)
})
