import { randomInt } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { type Another, another } from './another.ts'
import { axe, isLive, startBrowser } from './browser.ts'
import { choose, openList, rowsOf } from './lists.ts'

/** A form, while somebody else works at the same record. */

let browser: Browser
let colleague: Another

beforeAll(async () => {
  browser = await startBrowser()
  colleague = await another()
})
afterAll(() => browser.close())

const newWord = () => `zq${randomInt(1e9)}`
const { form, live, list } = dv
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const saveButton = (page: Page) => dialog(page).getByRole('button', { name: form.save, exact: true })

/** The form of a subscription that nobody else knows, opened from the list. */
async function openForm(action: string = list.edit) {
  const word = newWord()
  const made = await colleague.save('subscriptionConfigs/create', { name: word, amount: 10, days: 30 })
  const page = await openOf(word, action)
  return { page, made, word }
}

async function openOf(word: string, action: string) {
  const page = await openList(browser, 'subscriptionConfigs', { search: word })
  await expect.poll(() => rowsOf(page).count()).toBe(1)
  await choose(page, 0, action)
  await dialog(page).getByText(word).or(field(page, 'ދުވަސް')).first().waitFor()
  await isLive(page)
  return page
}

const change = ({ id, version }: { id: number; version: number }, fields: object) =>
  colleague.save('subscriptionConfigs/update', { id, version, ...fields })

describe('a record that another changes while its form is open', () => {
  test('expires the form, says who changed what, and keeps what was typed', async () => {
    const { page, made } = await openForm()
    await field(page, 'ޢަދަދު').fill('21')
    await change(made, { days: 90 })
    const alert = dialog(page).getByRole('alert').filter({ hasText: form.expired })
    await alert.getByText('ދުވަސް').waitFor()
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true)
    expect(await axe(page)).toEqual([])

    await alert.getByRole('button', { name: form.conflict.look }).click()
    await dialog(page).getByText(form.conflict.none).waitFor()
    expect(await field(page, 'ޢަދަދު').inputValue()).toBe('21')
    await expect.poll(() => field(page, 'ދުވަސް').inputValue()).toBe('90')
    await dialog(page).getByRole('button', { name: form.conflict.saveAgain }).click()
    await expect.poll(() => dialog(page).getByText(form.conflict.none).count()).toBe(0)
    const kept = async () => (await colleague.call('subscriptionConfigs/find', { id: made.id })).data
    await expect.poll(kept).toMatchObject({ amount: 21, days: 90 })
  })

  test('says that it was deleted, and saves nothing', async () => {
    const { page, made } = await openForm()
    await colleague.call('subscriptionConfigs/delete', { id: made.id, version: made.version })
    await dialog(page).getByRole('alert').getByText(form.conflict.gone).waitFor()
    await expect.poll(() => saveButton(page).isDisabled()).toBe(true)
  })

  test('is shown as it is now where it is only read', async () => {
    const { page, made } = await openForm(list.view)
    await change(made, { days: 77 })
    await dialog(page).getByText('77').waitFor()
  })

  test('does not expire by what is saved in it', async () => {
    const { page } = await openForm()
    await field(page, 'ދުވަސް').fill('45')
    await saveButton(page).click()
    await expect.poll(() => rowsOf(page).first().textContent()).toContain('45')
    expect(await dialog(page).getByText(form.expired).count()).toBe(0)
  })
})

test('who has a record open is seen by the others, in the form and in the row, until he closes it', async () => {
  const { page, word } = await openForm()
  const other = await openList(
    browser,
    'subscriptionConfigs',
    { search: word },
    { theme: 'dark', email: 'billing@hukum.test' },
  )
  const inRow = rowsOf(other)
    .first()
    .getByRole('img', { name: new RegExp(live.edits) })
  await inRow.waitFor()
  await choose(other, 0, list.view)
  await dialog(other).getByRole('list', { name: live.here }).getByText(live.edits).waitFor()
  await dialog(page).getByRole('list', { name: live.here }).getByText(live.views).waitFor()
  expect(await axe(other)).toEqual([])

  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  await expect.poll(() => dialog(other).getByRole('list', { name: live.here }).count()).toBe(0)
})
