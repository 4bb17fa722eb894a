import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { themes } from '#web/platform/preferences/preferences.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { axe, home, newPage, signIn, startBrowser, takesFocus } from './browser.ts'

const password = 'hukum-demo-2026'
const { reader: words, viewer } = dv

let browser: Awaited<ReturnType<typeof startBrowser>>

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

async function openAs(email: string, look: Parameters<typeof newPage>[1] = {}) {
  const page = await newPage(browser, look)
  await signIn(page, email, password)
  return page
}

/** The public name of a case of the demo library, by its number. */
async function referenceOf(page: Page, number: string) {
  await page.goto(`${home()}/home?q=${encodeURIComponent(number)}`)
  const card = page.getByRole('article').filter({ hasText: number }).first()
  const address = await card.locator('a[href^="/case?ref="]').first().getAttribute('href')
  return new URLSearchParams(address?.split('?')[1]).get('ref') ?? ''
}

async function openText(page: Page, number: string, query = '') {
  const ref = await referenceOf(page, number)
  await page.goto(`${home()}/case?${new URLSearchParams({ ref, tab: 'text', ...(query && { q: query }) }).toString()}`)
  await paper(page).waitFor()
}

const paper = (page: Page) => page.getByRole('article', { name: words.label })
const findField = (page: Page) => page.getByRole('textbox', { name: words.find })
const place = (page: Page) => page.getByRole('search').getByRole('status')

describe('a case over the results', () => {
  test('opens, shows its text, and gives the focus back when it closes', async () => {
    const page = await openAs('subscriber@hukum.test')
    await page.goto(`${home()}/home?q=${encodeURIComponent('2013/HC-A/80')}`)
    const opener = page.getByRole('article').filter({ hasText: '2013/HC-A/80' }).locator('a[href*="tab=text"]').first()
    await opener.focus()
    await page.keyboard.press('Enter')
    const window = page.getByRole('dialog')
    await window.getByRole('heading', { level: 1, name: '2013/HC-A/80' }).waitFor()
    await paper(page).waitFor()
    await expect.poll(() => page.title()).toContain('2013/HC-A/80')

    await window.getByRole('tab', { name: viewer.details }).click()
    await window.getByText('Coral Line Trading Pvt Ltd').waitFor()
    // The first Escape may clear the field of the find bar; the details have none.
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)
  })
})

describe('a case on its own page', () => {
  test('marks the words that were searched and steps through them in a circle', async () => {
    const page = await openAs('subscriber@hukum.test')
    await openText(page, '1124/Cv-C/2021', 'އެއްބަސްވުން')
    const marked = () => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0)
    await expect.poll(marked).toBeGreaterThan(2)
    const count = await marked()
    await expect.poll(() => place(page).textContent()).toContain(words.found(1, count))

    await findField(page).focus()
    await page.keyboard.press('Shift+Enter')
    await expect.poll(() => place(page).textContent()).toContain(words.found(count, count))
    await page.keyboard.press('Enter')
    await expect.poll(() => place(page).textContent()).toContain(words.found(1, count))
    await page.keyboard.press('Escape')
    await expect.poll(() => findField(page).inputValue()).toBe('')

    await paper(page).focus()
    await page.keyboard.press('Control+f')
    await takesFocus(findField(page))
  })

  test('marks a number of a court that only this library has as one thing, in both orders', async () => {
    const database = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })
    await database.connect()
    const text = 'ނަންބަރު 13/QZT/2024 އާއި 2024/QZT/13 އަދި 13 ފަހަރު'
    await database.query(`insert into courts (name, code) values ('ތަޖުރިބާ ޓްރައިބިއުނަލް', 'QZT')`)
    const { rows } = await database.query<{ reference: string }>(
      `insert into case_files (court_id, title, published, case_content) values (1, 'ތަޖުރިބާ', true, $1) returning reference`,
      [JSON.stringify({ content: [{ insert: `${text}\n` }], footnotes: [], annotations: [] })],
    )
    await database.end()
    const page = await openAs('subscriber@hukum.test')
    const asked = new URLSearchParams({ ref: rows[0]?.reference ?? '', tab: 'text', q: '13 qzt 2024' })
    const marked = async () => {
      await page.goto(`${home()}/case?${asked.toString()}`)
      await paper(page).waitFor()
      // The words are marked a moment after they are there, the numbers once the codes of the courts have come.
      for (let looks = 0; looks < 20; looks++) {
        const found = await page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String))
        if (found.length === 2) return found
        await page.waitForTimeout(100)
      }
      return []
    }
    // The server reads the codes of its courts again a moment after there is another.
    await expect.poll(marked, { timeout: 60_000 }).toEqual(['13/QZT/2024', '2024/QZT/13'])
    // It has no number of its own, and is headed by its title.
    await page.getByRole('heading', { level: 1, name: 'ތަޖުރިބާ' }).waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('opens a footnote in its place and gives the focus back', async () => {
    const page = await openAs('reader@hukum.test')
    await openText(page, '1124/Cv-C/2021')
    const number = paper(page).getByRole('button', { name: words.footnote(1), exact: true })
    await number.focus()
    await page.keyboard.press('Enter')
    const note = page.getByRole('dialog', { name: words.footnote(1) })
    await note.waitFor()
    await expect.poll(() => number.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    await takesFocus(number)
  })

  test('tells in the margin what was remarked, beside the words that it is about', async () => {
    const page = await openAs('subscriber@hukum.test')
    await openText(page, '1124/Cv-C/2021')
    const sign = paper(page).locator('button[data-annotation-icon]').first()
    await sign.click()
    const note = page.locator(`#${(await sign.getAttribute('aria-controls')) ?? ''}`)
    await takesFocus(note)
    await page.keyboard.press('Escape')
    await takesFocus(sign)
  })

  test('opens a case that it cites in a new tab', async () => {
    const page = await openAs('subscriber@hukum.test')
    await openText(page, '1124/Cv-C/2021')
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      paper(page).locator('button[data-case-number="2013/HC-A/80"]').first().click(),
    ])
    await tab.waitForURL(/\/case\?ref=/)
    await tab.getByRole('heading', { level: 1, name: '2013/HC-A/80' }).waitFor()
  })

  test('lets one be chosen where a number that it cites may mean several', async () => {
    const page = await openAs('subscriber@hukum.test')
    await openText(page, '1124/Cv-C/2021')
    const cited = paper(page).locator('button[data-case-number="2013/HC-A/80"]').first()
    // As it is written where the court goes without saying.
    await cited.evaluate((button) => button.setAttribute('data-case-number', '80/2013'))
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      paper(page).locator('button[data-case-number="80/2013"]').click(),
    ])
    await tab.waitForURL(/\/home\?q=80%2F2013/)
    await tab
      .getByRole('region', { name: dv.finding.hints.ambiguous(1) })
      .getByText('2013/HC-A/80')
      .waitFor()
  })

  test('offers the nearest numbers where no case has the one that it cites', async () => {
    const page = await openAs('subscriber@hukum.test')
    await openText(page, '1124/Cv-C/2021')
    const cited = paper(page).locator('button[data-case-number="2013/HC-A/80"]').first()
    await cited.evaluate((button) => button.setAttribute('data-case-number', '2012/HC-A/80'))
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      paper(page).locator('button[data-case-number="2012/HC-A/80"]').click(),
    ])
    await tab.waitForURL(/\/home\?q=2012%2FHC-A%2F80/)
    await tab
      .getByRole('region', { name: dv.finding.hints.missing })
      .getByRole('link', { name: '2013/HC-A/80' })
      .click()
    await tab.getByRole('heading', { level: 1, name: '2013/HC-A/80' }).waitFor()
  })

  test('says so when there is no such case', async () => {
    const page = await openAs('reader@hukum.test')
    await page.goto(`${home()}/case?ref=nothing`)
    await page.getByRole('heading', { level: 1, name: viewer.notFound }).waitFor()
    await page.getByRole('link', { name: viewer.toSearch }).click()
    await page.waitForURL(/\/home/)
  })

  test('has its contents and annotations in a drawer on a narrow screen', async () => {
    const page = await openAs('reader@hukum.test', { width: 390, height: 844 })
    await openText(page, '1124/Cv-C/2021')
    await page.getByRole('button', { name: words.outline }).click()
    const drawer = page.getByRole('dialog', { name: words.outline })
    const entry = drawer.getByRole('navigation', { name: words.contents }).getByRole('button').last()
    const name = (await entry.textContent()) ?? ''
    await entry.click()
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toBe(name)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

test.each(themes)('nothing stands in the way of anybody, in the theme %s', async (theme) => {
  const page = await openAs('subscriber@hukum.test', { theme })
  await openText(page, '1124/Cv-C/2021', 'ކުލި')
  await paper(page).locator('button[data-annotation-icon]').first().click()
  expect(await axe(page)).toEqual([])
  await paper(page)
    .getByRole('button', { name: words.footnote(1), exact: true })
    .click()
  expect(await axe(page)).toEqual([])
  await page.getByRole('tab', { name: viewer.details }).click()
  await page.getByRole('heading', { name: viewer.related }).waitFor()
  expect(await axe(page)).toEqual([])

  await page.goto(`${home()}/home?q=${encodeURIComponent('2013/HC-A/80')}`)
  await page.getByRole('article').filter({ hasText: '2013/HC-A/80' }).locator('a[href*="tab=text"]').first().click()
  await paper(page).waitFor()
  expect(await axe(page)).toEqual([])
})

describe('copying', () => {
  /** Selects so many characters of the first numbered paragraphs. */
  const select = (page: Page, from: number, to: number) =>
    page.evaluate(
      ([first, last]) => {
        const paragraphs = document.querySelectorAll('article p[data-paragraph]')
        const [one, other] = [paragraphs[first ?? 0]?.lastChild, paragraphs[last ?? 0]?.lastChild]
        if (!one || !other) throw new Error('There is no such paragraph.')
        const range = document.createRange()
        range.setStart(one, 0)
        range.setEnd(
          other,
          first === last ? Math.min(60, other.textContent?.length ?? 0) : (other.textContent?.length ?? 0),
        )
        document.getSelection()?.removeAllRanges()
        document.getSelection()?.addRange(range)
      },
      [from, to],
    )

  test('with the right to it asks the server first, then takes the words and where they are from', async () => {
    const page = await openAs('subscriber@hukum.test')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openText(page, '1124/Cv-C/2021')
    await select(page, 1, 1)
    const asked = page.waitForRequest('**/api/g/copy')
    await page.getByRole('button', { name: '/ 500' }).first().click()
    await page.getByRole('menuitem', { name: words.copyKinds.citation }).click()
    expect((await asked).postDataJSON()).toMatchObject({ Letters: 60 })
    await page.getByText(words.copied).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('1124/Cv-C/2021')
    expect(copied.length).toBeGreaterThan(60)
  })

  test('is refused above 500 characters', async () => {
    const page = await openAs('subscriber@hukum.test')
    await openText(page, '1124/Cv-C/2021')
    await select(page, 0, 3)
    await page.keyboard.press('Control+c')
    await page.getByText(words.tooLong(500)).waitFor()
  })

  test('without the right to it is kept from, and reading goes on', async () => {
    const page = await openAs('reader@hukum.test')
    await openText(page, '1124/Cv-C/2021')
    await paper(page).focus()
    const stopped = await paper(page).evaluate((element) =>
      ['selectstart', 'contextmenu', 'dblclick', 'copy', 'cut', 'dragstart'].filter((name) =>
        element.dispatchEvent(new Event(name, { bubbles: true, cancelable: true })),
      ),
    )
    expect(stopped).toEqual([])
    await page.keyboard.press('Control+c')
    await page.getByText(words.mayNotCopy).waitFor()
    await page.keyboard.press('Control+p')
    await page.getByText(words.mayNotPrint).last().waitFor()

    const before = await page.evaluate(() => window.scrollY)
    await page.keyboard.press('PageDown')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before)
    await findField(page).fill('ކުލި')
    await expect.poll(() => place(page).textContent()).toContain(' / ')

    await page.emulateMedia({ media: 'print' })
    expect(await paper(page).isVisible()).toBe(false)
  })
})
