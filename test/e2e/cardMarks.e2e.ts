import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axe, home, type Look, newPage, signIn, startBrowser } from './browser.ts'

/** What a card shows marked beside its passages. */

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

async function results(search: Record<string, string>, look: Look = {}) {
  const page = await newPage(browser, look)
  await signIn(page, 'subscriber@hukum.test', 'hukum-demo-2026')
  await page.goto(`${home()}/home?${new URLSearchParams(search).toString()}`)
  await page.getByRole('article').first().waitFor()
  return page
}

const marked = (page: Page, within: string) => page.locator(`article ${within} mark`).allTextContents()

/** Every pair of theme, language and width is met once. */
describe.each([
  ['light', 'dv', 1440],
  ['dark', 'en', 1440],
  ['dark', 'dv', 390],
  ['light', 'en', 390],
] as const)('in the %s theme (%s, %i wide)', (theme, language, width) => {
  test('the phrase that was searched is marked in its card, in whichever letters it was typed', async () => {
    const page = await results({ type: 'Phrase', q: 'hukum' }, { theme, language, width })
    expect(await marked(page, 'bdi')).toContain('ޙުކުމް')
    expect(await axe(page)).toEqual([])
  })

  test('the title and the parties of a case are marked as its passages are', async () => {
    const page = await results({ q: 'މަރިޔަމް އެއްބަސްވުން' }, { theme, language, width })
    expect((await marked(page, 'h3')).length + (await marked(page, 'dl')).length).toBeGreaterThan(0)
    expect(await axe(page)).toEqual([])
  })
})

test('what is left out of a query is not marked', async () => {
  const page = await results({ type: 'Phrase', q: 'ޙުކުމް NOT ޖަލު' })
  const found = await marked(page, 'bdi')
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((text) => !text.startsWith('ޙުކުމ'))).toEqual([])
})
