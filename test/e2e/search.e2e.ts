import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Theme } from '#web/platform/preferences/preferences.ts'
import { repairs } from '#shared/messages.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { axe, home, newPage, signIn, startBrowser } from './browser.ts'

const words = dv.search
/** Of the judgments that are written by hand. */
const number = '2013/HC-A/80'
const common = 'ކޯޓުގެ ޙުކުމް'

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

async function open(search: Record<string, string> = {}, look: Parameters<typeof newPage>[1] = {}) {
  const page = await newPage(browser, look)
  await signIn(page, 'subscriber@hukum.test', 'hukum-demo-2026')
  await page.goto(`${home()}/home?${new URLSearchParams(search).toString()}`)
  await box(page).waitFor()
  return page
}

const box = (page: Page) => page.getByRole('search').getByRole('combobox')
const cards = (page: Page) => page.getByRole('article')
const said = (page: Page) => page.getByRole('status').filter({ hasText: /\d/ })
const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const hasFocus = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

async function search(page: Page, text: string) {
  await box(page).fill(text)
  await page.keyboard.press('Enter')
}

async function openFilters(page: Page) {
  await page.getByRole('button', { name: words.filter }).click()
  const dialog = page.getByRole('dialog', { name: words.advanced.title })
  await dialog.waitFor()
  return dialog
}

describe('searching', () => {
  test('the empty page holds the sign, the box and two links, and nothing else', async () => {
    const page = await open()
    await page.getByRole('link', { name: dv.entries.faq }).waitFor()
    await page.getByRole('link', { name: dv.entries.terms }).waitFor()
    expect(await cards(page).count()).toBe(0)
    expect(await page.getByRole('main').getByRole('link').count()).toBe(2)
  })

  test('a word within a longer query is found, marked and counted', async () => {
    const page = await open()
    await search(page, common)
    await cards(page).first().waitFor()
    expect(await cards(page).count()).toBe(12)
    expect(await cards(page).locator('mark').count()).toBeGreaterThan(0)
    await expect.poll(() => said(page).textContent()).toContain(common)
    expect(params(page)).toEqual({ q: common })
    expect(await hasFocus(page, 'form[role=search] input')).toBe(true)
  })

  test('two letters are refused under the box, and nothing is asked', async () => {
    const page = await open()
    let asked = 0
    page.on('request', (request) => (asked += request.url().includes('/api/g/search') ? 1 : 0))
    await search(page, 'ކޯޓު')
    const problem = page.getByRole('alert').filter({ hasText: words.problems.short(3) })
    await problem.waitFor()
    expect(await box(page).getAttribute('aria-describedby')).toBe(await problem.getAttribute('id'))
    await search(page, '\u200f\u202b')
    await page.getByText(words.problems.empty).waitFor()
    expect(asked).toBe(0)
  })

  test('an English phrase is found among the phrases, in its three languages', async () => {
    const page = await open()
    await page.getByRole('radio', { name: words.types.Phrase }).click()
    await expect.poll(() => page.getByRole('radio', { name: words.types.Phrase }).isChecked()).toBe(true)
    await search(page, 'court')
    const card = cards(page).first()
    await card.waitFor()
    expect(await card.locator('[lang=en]').getAttribute('dir')).toBe('ltr')
    expect(await card.locator('[lang=ar]').getAttribute('dir')).toBe('rtl')
    await card.getByRole('link', { name: words.card.meaning }).click()
    await page.getByRole('dialog').waitFor()
    expect(params(page)).toMatchObject({ type: 'Phrase', q: 'court', phrase: expect.any(String) as unknown })
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await cards(page).count()).toBeGreaterThan(0)
  })

  test('a case number leads to its case, and the way back to the words that were typed', async () => {
    const page = await open()
    await search(page, '80 hca 2013')
    await page.getByRole('dialog').getByRole('heading', { level: 1, name: number }).waitFor()
    expect(params(page)).toMatchObject({ q: '80 hca 2013', case: expect.any(String) as unknown })
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(params(page)).toEqual({ q: '80 hca 2013' })
    expect(await box(page).inputValue()).toBe('80 hca 2013')
    expect(await cards(page).first().textContent()).toContain(number)
    // How the library writes it, and the way in again by the hint or by Enter once more.
    await page.getByText(words.exact.found.replace('{number}', number)).waitFor()
    await box(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
  })

  test('who comes back to a number, or goes on typing, is led nowhere', async () => {
    const page = await open({ q: number })
    await page.getByRole('link', { name: words.exact.open }).waitFor()
    await page.route('**/api/g/search', async (route) => {
      const answer = await route.fetch()
      await box(page).press('1')
      await route.fulfill({ response: answer })
    })
    await search(page, '80 hca 2013')
    await expect.poll(() => box(page).inputValue()).toBe('80 hca 20131')
    await page.getByRole('link', { name: words.exact.open }).waitFor()
    expect(params(page)).toEqual({ q: '80 hca 2013' })
  })

  test('under the cases that a number may mean nothing else is said', async () => {
    const page = await open({ q: '80/2013' })
    await page
      .getByRole('region', { name: dv.finding.hints.ambiguous(1) })
      .getByRole('link')
      .waitFor()
    expect(await page.getByText(words.empty.title).count()).toBe(0)
    await page
      .getByRole('status')
      .filter({ hasText: dv.finding.hints.ambiguous(1) })
      .waitFor({ state: 'attached' })
  })

  test('what is not there is said, with a way on', async () => {
    const page = await open()
    await search(page, 'qqqqqqq zzzzzzz')
    await page.getByText(words.empty.title).first().waitFor()
    await page.getByRole('button', { name: words.empty.other.CaseFile }).click()
    await expect.poll(() => params(page)).toEqual({ type: 'Phrase', q: 'qqqqqqq zzzzzzz' })
  })

  test('a word as long as a page is told, and makes no screen wider', async () => {
    const page = await open({ q: 'ކ'.repeat(120) }, { width: 390, height: 844 })
    await page.getByText(words.empty.title).first().waitFor()
    const [wide, inside] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth]
    })
    expect(wide).toBe(inside)
    await page.getByText(repairs['word-too-long'][0].split('{at}')[1] ?? '').waitFor()
  })

  test('a failure is said, and trying again helps', async () => {
    const page = await open()
    await page.route('**/api/g/search', (route) => route.fulfill({ status: 200, body: 'nonsense' }))
    await search(page, common)
    await page.getByText(words.failed).waitFor()
    await page.unroute('**/api/g/search')
    await page.getByRole('button', { name: dv.actions.retry }).click()
    await cards(page).first().waitFor()
  })
})

describe('the address', () => {
  test('back, forward and reload restore what was searched', async () => {
    const page = await open()
    await search(page, common)
    await cards(page).first().waitFor()
    await search(page, number)
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: words.exact.open }).waitFor()
    await page.goBack()
    await expect.poll(() => box(page).inputValue()).toBe(common)
    await expect.poll(() => said(page).textContent()).toContain(common)
    await page.goForward()
    await expect.poll(() => box(page).inputValue()).toBe(number)
    await page.reload()
    await page.getByRole('link', { name: words.exact.open }).waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByRole('link', { name: dv.entries.faq }).waitFor()
    expect(await box(page).inputValue()).toBe('')
  })

  test('a shared link opens the case over its results, and going back is not needed to close it', async () => {
    const page = await open({ q: number })
    const address = await cards(page).first().getByRole('link', { name: words.card.content }).getAttribute('href')
    await page.goto(`${home()}${address ?? ''}`)
    await page.getByRole('dialog').waitFor()
    expect(params(page)).toMatchObject({ tab: 'text' })
    await page.getByRole('dialog').getByRole('button', { name: dv.actions.close }).first().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(params(page)).toEqual({ q: number })
  })

  test('back closes what was opened, and the focus is where it was', async () => {
    const page = await open({ q: common })
    const details = cards(page).nth(2).getByRole('link', { name: words.card.details })
    await details.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => details.evaluate((link) => link === document.activeElement)).toBe(true)
  })

  test('pages are turned, and a page past the end leads to the last one', async () => {
    const page = await open({ q: common })
    const first = await cards(page).first().textContent()
    await page.getByRole('button', { name: dv.pager.next }).click()
    await expect.poll(() => cards(page).first().textContent()).not.toBe(first)
    expect(params(page)).toEqual({ q: common, page: '2' })
    await expect.poll(() => hasFocus(page, 'section[aria-label]')).toBe(true)
    await page.getByRole('navigation', { name: dv.pager.label }).getByRole('textbox').fill('1')
    await page.keyboard.press('Enter')
    await expect.poll(() => cards(page).first().textContent()).toBe(first)

    await page.goto(`${home()}/home?${new URLSearchParams({ q: common, page: '9999' }).toString()}`)
    await page.getByRole('button', { name: words.pastEnd.last }).click()
    await cards(page).first().waitFor()
    expect(await page.getByRole('button', { name: dv.pager.next }).isDisabled()).toBe(true)
  })

  test('nonsense in an address is dropped', async () => {
    const page = await open({ q: common, page: '-1', sort: 'best', court: 'x', case: '<script>', from: '2020-99-99' })
    await cards(page).first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('button', { name: dv.pager.previous }).isDisabled()).toBe(true)
  })
})

describe('the filters', () => {
  test('are chosen in their window, shown as chips, and taken away one by one', async () => {
    const page = await open({ q: common })
    const dialog = await openFilters(page)
    expect(await dialog.getByLabel(words.query).inputValue()).toBe(common)
    await dialog.getByRole('combobox', { name: words.fields.courts }).fill('ހައިކޯޓު')
    await dialog.getByRole('option').filter({ hasText: 'ހައިކޯޓު' }).first().click()
    await dialog.getByLabel(words.fields.from, { exact: true }).fill('1/2/2012')
    await dialog.getByRole('button', { name: words.submit }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => params(page))
      .toMatchObject({ q: common, from: '2012-02-01', court: expect.any(String) as unknown })
    await cards(page).first().waitFor()

    const chips = page.getByRole('list', { name: words.chosen })
    await expect.poll(() => chips.getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: words.filterCount(2) }).waitFor()
    await chips.getByRole('button').first().click()
    await expect.poll(() => chips.getByRole('listitem').count()).toBe(1)
    await page.getByRole('button', { name: words.clearAll }).click()
    await chips.waitFor({ state: 'detached' })
    expect(params(page)).toEqual({ q: common })
    await page.goBack()
    await expect.poll(() => chips.getByRole('listitem').count()).toBe(1)
  })

  test('a range that ends before it begins is told, Escape closes the calendar before the window', async () => {
    const page = await open()
    const dialog = await openFilters(page)
    await dialog.getByLabel(words.fields.from, { exact: true }).fill('2020-02-02')
    await dialog.getByLabel(words.fields.to, { exact: true }).fill('2020-02-01')
    await dialog.getByRole('button', { name: words.submit }).click()
    await dialog.getByText(words.advanced.reversed).waitFor()

    await dialog.getByRole('button', { name: words.advanced.pickDay(words.fields.from) }).click()
    const calendar = page.getByRole('dialog', { name: words.advanced.pickDay(words.fields.from) })
    await calendar.getByText('ފެބްރުއަރީ').waitFor()
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: words.advanced.pickDay(words.fields.from) }).click()
    await calendar.getByRole('button', { name: /^1 ފެބްރުއަރީ/ }).click()
    await expect.poll(() => dialog.getByLabel(words.fields.from, { exact: true }).inputValue()).toBe('2020-02-01')
    await calendar.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('alone they are a search too', async () => {
    const page = await open({ court: '2', sort: 'oldest' })
    await cards(page).first().waitFor()
    const days = await page
      .locator('article time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
    expect(days.length).toBeGreaterThan(1)
    expect(days).toEqual([...days].sort())
    await page.getByRole('combobox', { name: words.sort }).selectOption('newest')
    await expect.poll(() => params(page)).toEqual({ court: '2', sort: 'newest' })
  })
})

describe('the keyboard', () => {
  test('a slash goes to the box, but is a letter where somebody writes', async () => {
    const page = await open({ q: common })
    await cards(page).first().waitFor()
    await page.keyboard.press('/')
    await expect.poll(() => hasFocus(page, 'form[role=search] input')).toBe(true)
    await box(page).fill('80')
    await page.keyboard.press('/')
    expect(await box(page).inputValue()).toBe('80/')
  })
})

describe('axe finds nothing wrong', () => {
  const looks: [Theme, 'dv' | 'en', number][] = [
    ['mixed', 'dv', 1440],
    ['dark', 'dv', 1440],
    ['mixed', 'en', 390],
    ['dark', 'en', 390],
    ['light', 'dv', 1440],
  ]
  test.each(looks)('in the %s theme, language %s, %i wide', async (theme, language, width) => {
    const page = await open({}, { theme, language, width })
    const strings = language === 'dv' ? dv : en
    expect(await axe(page)).toEqual([])

    for (const address of [{ q: common }, { type: 'Phrase', q: 'court' }, { q: number }, { q: 'qqqqqq', court: '2' }]) {
      await page.goto(`${home()}/home?${new URLSearchParams(address).toString()}`)
      await cards(page).or(page.getByText(strings.search.empty.title)).first().waitFor()
      expect(await axe(page)).toEqual([])
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(isTooWide).toBe(false)
    }

    await page.getByRole('button', { name: strings.search.filterCount(1) }).click()
    const dialog = page.getByRole('dialog', { name: strings.search.advanced.title })
    await dialog.waitFor()
    expect(await axe(page)).toEqual([])
    await dialog.getByRole('button', { name: strings.search.advanced.pickDay(strings.search.fields.to) }).click()
    await page.getByRole('dialog', { name: strings.search.advanced.pickDay(strings.search.fields.to) }).waitFor()
    expect(await axe(page)).toEqual([])
  })
})
