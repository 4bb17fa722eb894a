import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field } from '#shared/resource/field.ts'
import { dynamicPages } from '#shared/resources/dynamicPages.ts'
import { judges } from '#shared/resources/judges.ts'
import { permissions } from '#shared/resources/permissions.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { users } from '#shared/resources/users.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { toggleUser } from '#web/platform/typing/keyboardPreferences.ts'
import { home, newPage, signIn, startBrowser, takesFocus } from './browser.ts'
import { dialog } from './formActions.ts'
import { openList, quickSearch } from './lists.ts'

const { typing } = dv.finding
const { search } = dv

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

async function open() {
  const page = await newPage(browser)
  await signIn(page, 'subscriber@hukum.test', 'hukum-demo-2026')
  await page.goto(`${home()}/home`)
  await box(page).waitFor()
  return page
}

const box = (page: Page) => page.getByRole('search').getByLabel(search.query, { exact: true })
const toggle = (page: Page) => page.getByRole('search').getByRole('button', { name: typing.toggle })
const valueOf = (page: Page) => box(page).inputValue()

async function openTyping() {
  const page = await open()
  await toggle(page).click()
  await box(page).focus()
  return page
}

test('a Latin keyboard writes Thaana once that is asked for, and Latin before and after', async () => {
  const page = await open()
  await box(page).focus()
  await page.keyboard.type('hukum ')
  await toggle(page).click()
  expect(await toggle(page).getAttribute('aria-pressed')).toBe('true')
  expect(await box(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Hukumq ')
  await page.keyboard.press('Control+`')
  expect(await toggle(page).getAttribute('aria-pressed')).toBe('false')
  await page.keyboard.type('(hukum)')
  expect(await valueOf(page)).toBe('hukum ޙުކުމް (hukum)')
})

test('letters are written where the caret stands, and over what is selected', async () => {
  const page = await openTyping()
  await page.keyboard.type('kOTuge')
  await page.keyboard.press('Home')
  await page.keyboard.type('me')
  expect(await valueOf(page)).toBe('މެކޯޓުގެ')
  expect(await box(page).evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(2)
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.type('tu')
  expect(await valueOf(page)).toBe('މެތުގެ')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('[1] (h)?')
  expect(await valueOf(page)).toBe(']1[ )ހ(؟')
})

test('Ctrl+Z gives the Latin letter back, and Backspace takes a letter away as ever', async () => {
  const page = await openTyping()
  await page.keyboard.type('hu')
  await page.keyboard.press('Control+z')
  expect(await valueOf(page)).toBe('ހu')
  await page.keyboard.type('k')
  expect(await valueOf(page)).toBe('ހuކ')
  await page.keyboard.press('Backspace')
  expect(await valueOf(page)).toBe('ހu')
  await page.keyboard.type('bi')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+z')
  expect(await valueOf(page)).not.toContain('i')
})

test('what is pasted stays as it was, and a case number and an amount too', async () => {
  const page = await openTyping()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('court '))
  await page.keyboard.press('Control+v')
  await page.keyboard.type('2013/HC-A/80 1,000 hukum')
  expect(await valueOf(page)).toBe('court 2013/HC-A/80 1,000 ހުކުމ')
})

test('a word that the keyboard of a telephone composed is turned when it is done', async () => {
  const page = await openTyping()
  const session = await page.context().newCDPSession(page)
  for (const text of ['h', 'hu', 'huk', 'huku', 'hukum'])
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  expect(await valueOf(page)).toBe('hukum')
  await session.send('Input.insertText', { text: 'hukum' })
  await expect.poll(() => valueOf(page)).toBe('ހުކުމ')
  await session.send('Input.imeSetComposition', { text: '法', selectionStart: 1, selectionEnd: 1 })
  await session.send('Input.insertText', { text: '法' })
  await expect.poll(() => valueOf(page)).toBe('ހުކުމ法')
})

test('parties are typed in Thaana, a number, a day, an e-mail address and a password never', async () => {
  const page = await openTyping()
  await page.getByRole('button', { name: search.filter }).click()
  const dialog = page.getByRole('dialog', { name: search.advanced.title })
  const typed = async (label: string) => {
    const field = dialog.getByLabel(label, { exact: true })
    await field.focus()
    await page.keyboard.type('Ca1')
    return field.inputValue()
  }
  expect(await typed(search.query)).toBe('ޝަ1')
  expect(await typed(search.fields.claimant)).toBe('ޝަ1')
  expect(await typed(search.fields.respondant)).toBe('ޝަ1')
  expect(await typed(search.fields.number)).toBe('Ca1')
  expect(await typed(search.fields.from)).toBe('Ca1')

  const guest = await newPage(browser)
  await guest.addInitScript((kept) => localStorage.setItem('thaanaTyping', kept), toggleUser('', ''))
  await guest.goto(`${home()}/login`)
  for (const label of [dv.login.email, dv.login.password]) {
    const field = guest.getByLabel(label, { exact: true })
    await field.focus()
    await guest.keyboard.type('hukum')
    expect(await field.inputValue()).toBe('hukum')
  }
})

test('each person finds the keyboard as they left it, after a reload too', async () => {
  const page = await openTyping()
  await page.reload()
  await expect.poll(() => toggle(page).getAttribute('aria-pressed')).toBe('true')
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`${home()}/login`)
  await signIn(page, 'reader@hukum.test', 'hukum-demo-2026')
  await page.goto(`${home()}/home`)
  await expect.poll(() => toggle(page).getAttribute('aria-pressed')).toBe('false')
})

const field = (page: Page, name: string) => dialog(page).locator(`[data-field="${name}"]`)

test('in the office Thaana is typed where Dhivehi is written: in lists, forms and rich text', async () => {
  const page = await openList(browser, 'phrases')
  await page.getByRole('search').getByRole('button', { name: typing.toggle }).click()
  await quickSearch(page).focus()
  await page.keyboard.type('hukum')
  expect(await quickSearch(page).inputValue()).toBe('ހުކުމ')
  await quickSearch(page).fill('')
  await page.getByRole('button', { name: dv.list.columnFilters }).click()
  for (const [column, written] of [
    ['dhivehi_phrase', 'ހުކުމ'],
    ['english_phrase', 'hukum'],
    ['arabic_phrase', 'hukum'],
  ] as const) {
    // prettier-ignore
    const words = page.getByRole('searchbox', { name: dv.list.filterIn(phrases.fields[column].label.dv) })
    await words.focus()
    await page.keyboard.type('hukum')
    expect(await words.inputValue(), column).toBe(written)
  }
  await page.getByRole('button', { name: dv.list.columnFilters }).click()

  await page.getByRole('button', { name: dv.list.create(phrases.label.one.dv) }).click()
  expect(await dialog(page).getByRole('button', { name: typing.toggle }).getAttribute('aria-pressed')).toBe('true')
  // The form takes the focus once when it opens.
  await takesFocus(dialog(page))
  const typed: Record<string, string> = {}
  for (const name of ['dhivehi_phrase', 'english_phrase', 'arabic_phrase', 'short_meaning']) {
    await field(page, name).getByRole('textbox').focus()
    await page.keyboard.type('Huk')
    typed[name] = await field(page, name).getByRole('textbox').inputValue()
  }
  expect(typed).toEqual({ dhivehi_phrase: 'ޙުކ', english_phrase: 'Huk', arabic_phrase: 'Huk', short_meaning: 'ޙުކ' })

  await dialog(page).getByRole('tab', { name: phrases.sections.meaning.dv }).click()
  const text = field(page, 'meaning').getByRole('textbox')
  await text.click()
  await takesFocus(text)
  await page.keyboard.type('Hukum ge')
  await expect.poll(() => text.textContent()).toBe('ޙުކުމ ގެ')
  await page.keyboard.press('Control+z')
  await expect.poll(() => text.textContent()).toBe('ޙުކުމ ގe')
  await page.keyboard.press('Control+`')
  await page.keyboard.type(' Latin')
  await expect.poll(() => text.textContent()).toBe('ޙުކުމ ގe Latin')
})

test('every input of the office knows whether Dhivehi is written there', async () => {
  for (const resource of [users, permissions, judges, dynamicPages]) {
    const page = await openList(browser, resource.name)
    await page
      .getByRole('button', { name: dv.list.create(resource.label.one.dv) })
      .first()
      .click()
    await dialog(page).locator('[data-field]').first().waitFor()
    const inputs = await dialog(page)
      .locator('[data-field] :is(input:not([type="checkbox"], [type="file"], [type="hidden"]), textarea, [contenteditable])')
      .evaluateAll((all) => all.map((one) => [one.closest('[data-field]')?.getAttribute('data-field') ?? '', one.getAttribute('data-typing') === 'thaana'] as const)) // prettier-ignore
    expect(inputs.length).toBeGreaterThan(0)
    for (const [name, isThaana] of inputs) {
      const one: Field | undefined = (resource.fields as Record<string, Field>)[name]
      const isDhivehi = one !== undefined && (dhivehiKinds.has(one.kind) || (one.kind === 'text' && !one.script && !one.input)) // prettier-ignore
      expect([resource.name, name, isThaana]).toEqual([resource.name, name, isDhivehi])
    }
    await page.context().close()
  }
})

const dhivehiKinds = new Set<string>(['textarea', 'tags', 'richtext', 'select', 'multiselect'])
