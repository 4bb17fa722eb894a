import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repairs } from '#shared/messages.ts'
import { searchHelp } from '#web/platform/strings/searchHelp.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { axe, home, newPage, signIn, startBrowser, takesFocus } from './browser.ts'

const { search: words, finding } = dv
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
  await page.getByRole('search').getByRole('combobox').waitFor()
  return page
}

const cards = (page: Page) => page.getByRole('article')
const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
/** How many results the heading says there are, once it does. */
async function found(page: Page) {
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: /\d/ }).first()
  return Number(/\d[\d,]*/.exec((await heading.textContent()) ?? '')?.[0]?.replaceAll(',', ''))
}

describe('the facets', () => {
  const beside = (page: Page) => page.getByRole('region', { name: finding.facets.title })
  const facet = (page: Page, name: string) => beside(page).getByRole('group', { name })
  const countOf = async (page: Page, name: string, row: number) =>
    Number(
      /\d[\d,]*/.exec(
        (await facet(page, name).getByRole('listitem').nth(row).innerText()).split('\n').at(-1) ?? '',
      )?.[0],
    )

  test('say how many there are, and a ticked one leaves so many', async () => {
    const page = await open({ q: common })
    const court = facet(page, words.fields.courts)
    await court.waitFor()
    const all = await found(page)
    const count = await countOf(page, words.fields.courts, 0)
    expect(count).toBeLessThan(all)
    await court.getByRole('checkbox').first().click()
    await expect.poll(() => found(page)).toBe(count)
    await expect.poll(() => court.getByRole('checkbox').first().isChecked()).toBe(true)
    expect(params(page)).toMatchObject({ q: common, court: expect.stringMatching(/^\d+$/) as unknown })
  })

  test('several of a list may be ticked by keyboard alone, and each is a chip', async () => {
    const page = await open({ q: common })
    const first = facet(page, words.fields.courts).getByRole('checkbox').first()
    const second = facet(page, words.fields.courts).getByRole('checkbox').nth(1)
    await first.focus()
    const one = await countOf(page, words.fields.courts, 0)
    await page.keyboard.press('Space')
    await expect.poll(() => params(page)['court']).toMatch(/^\d+$/)
    // The heading says it once the results of it are there.
    await expect.poll(() => found(page)).toBe(one)
    await takesFocus(first)
    await second.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => params(page)['court']).toMatch(/^\d+,\d+$/)
    await expect.poll(() => found(page)).toBeGreaterThan(one)
    const chips = page.getByRole('list', { name: words.chosen })
    await expect.poll(() => chips.getByRole('listitem').count()).toBe(2)
    await chips.getByRole('button').first().click()
    await expect.poll(() => params(page)['court']).toMatch(/^\d+$/)
    await page.getByRole('button', { name: words.clearAll }).click()
    await expect.poll(() => params(page)).toEqual({ q: common })
  })

  test('a year and a status narrow too, and their chips say what they are after a reload', async () => {
    const page = await open({ q: common })
    const year = facet(page, words.fields.years).getByRole('checkbox').first()
    await year.waitFor()
    const count = await countOf(page, words.fields.years, 0)
    await year.click()
    await expect.poll(() => params(page)['year']).toMatch(/^\d{4}$/)
    // The statuses are those of the narrowed results.
    await expect.poll(() => found(page)).toBe(count)
    const status = facet(page, words.fields.statuses)
    const isDivided = (await status.count()) > 0
    if (isDivided) {
      await status.getByRole('checkbox').first().click()
      await expect.poll(() => params(page)['status']).toMatch(/^\d+$/)
    }
    await page.reload()
    const chips = page.getByRole('list', { name: words.chosen }).getByRole('listitem')
    await expect.poll(() => chips.allInnerTexts()).toContain(params(page)['year'])
    if (isDivided) await expect.poll(() => chips.allInnerTexts()).not.toContain(words.fields.statuses)
  })

  test('on a narrow screen they come from its foot', async () => {
    const page = await open({ q: common }, { width: 390, height: 844 })
    await page.getByRole('button', { name: finding.facets.title }).click()
    const drawer = page.getByRole('dialog', { name: finding.facets.title })
    await drawer.getByRole('group', { name: words.fields.courts }).getByRole('checkbox').first().click()
    await expect.poll(() => params(page)['court']).toMatch(/^\d+$/)
    await page.locator('section[aria-busy=false]').first().waitFor({ state: 'attached' })
    await drawer.getByRole('button', { name: finding.facets.done('').trim() }).click()
    await drawer.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})

describe('a number', () => {
  test('that may mean a case asks whether it does', async () => {
    const page = await open({ q: '80/2013' })
    const hint = page.getByRole('region', { name: finding.hints.ambiguous(1) })
    const told = page.waitForResponse('**/api/g/clicked')
    await hint.getByRole('link').filter({ hasText: number }).click()
    await page.getByRole('dialog').getByRole('heading', { level: 1, name: number }).waitFor()
    const answer = await told
    expect([answer.status(), answer.request().postDataJSON()]).toMatchObject([200, { Position: 1 }])
  })

  test('that is not in the library leads to the nearest', async () => {
    const page = await open({ q: '2013/HC-A/9999' })
    const hint = page.getByRole('region', { name: finding.hints.missing })
    await hint.getByText(finding.hints.nearest).waitFor()
    expect(await hint.getByRole('link').count()).toBeGreaterThan(0)
  })
})

describe('suggestions', () => {
  const box = (page: Page) => page.getByRole('search').getByRole('combobox')
  const options = (page: Page) => page.getByRole('listbox', { name: finding.suggest.label }).getByRole('option')
  const active = (page: Page) => box(page).getAttribute('aria-activedescendant')

  test('come as somebody types, in groups, and go with Escape', async () => {
    const page = await open()
    await box(page).pressSequentially('ސިވިލް ކޯ')
    await options(page).first().waitFor()
    expect(await box(page).getAttribute('aria-expanded')).toBe('true')
    await page.getByRole('group', { name: finding.suggest.kinds.court }).waitFor()
    await page.keyboard.press('Escape')
    await options(page).first().waitFor({ state: 'detached' })
    expect(await box(page).inputValue()).toBe('ސިވިލް ކޯ')
    await page.keyboard.press('ArrowDown')
    await options(page).first().waitFor()
  })

  test('are gone through by the arrows, and Enter searches for the one that is active', async () => {
    const page = await open()
    // At once: the suggestions of its first letters would be replaced under the arrows.
    await box(page).fill('hukum')
    await options(page).first().waitFor()
    expect(await active(page)).toBeNull()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const second = options(page).nth(1)
    await expect.poll(() => active(page)).toBe(await second.getAttribute('id'))
    expect(await second.getAttribute('aria-selected')).toBe('true')
    const text = await second.innerText()
    await page.keyboard.press('Enter')
    await expect.poll(() => params(page)).toEqual({ q: text })
    await cards(page).first().waitFor()
    await expect.poll(() => options(page).count()).toBe(0)
  })

  test('of a number open its case at once', async () => {
    const page = await open()
    await box(page).pressSequentially('2013/HC')
    await options(page).filter({ hasText: number }).click()
    await page.getByRole('dialog').getByRole('heading', { level: 1, name: number }).waitFor()
  })

  test('do not keep Enter from searching for what was typed', async () => {
    const page = await open()
    await box(page).pressSequentially('ކޯޓުގެ')
    await options(page).first().waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => params(page)).toEqual({ q: 'ކޯޓުގެ' })
    await options(page).first().waitFor({ state: 'detached' })
  })
})

describe('the words', () => {
  test('with a slip of the keys are mended by one press', async () => {
    const page = await open({ q: 'ހުކކުމް' })
    const [before = ''] = finding.hints.didYouMean.split('{query}')
    await page.getByText(before.trim()).getByRole('link').click()
    await cards(page).first().waitFor()
    await expect.poll(() => params(page)['q']).toBe('ޙުކުމް')
  })

  test('in Latin letters are understood as Dhivehi, which is marked in the text too', async () => {
    const page = await open({ q: 'hukum' })
    await page.getByText(finding.hints.understood.replace('{query}', 'ޙުކުމް')).waitFor()
    const onCard = await cards(page).first().locator('mark').allInnerTexts()
    await cards(page).first().getByRole('link', { name: words.card.content }).click()
    await page.getByRole('article', { name: dv.reader.label }).waitFor()
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0)).toBeGreaterThan(0)
    const inText = await page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map(String))
    expect(onCard.length).toBeGreaterThan(0)
    expect(inText).toEqual(expect.arrayContaining(onCard))
  })

  test('that are the name of a court lead to its cases alone', async () => {
    const page = await open({ q: 'ސިވިލް ކޯޓު' })
    const card = page.getByRole('region', { name: `${finding.hints.kinds.court}: ސިވިލް ކޯޓު` })
    const count = Number(/\d+/.exec(await card.innerText())?.[0])
    await card.getByRole('link', { name: finding.hints.only }).click()
    await expect.poll(() => params(page)).toEqual({ court: '3' })
    await expect.poll(() => found(page)).toBe(count)
  })

  test('that are the number of a case which the filters leave out offer this case', async () => {
    const page = await open({ q: number, court: '3' })
    const hint = page.getByRole('region', { name: finding.hints.found })
    await hint.getByRole('link', { name: number }).click()
    await page.getByRole('dialog').getByRole('heading', { level: 1, name: number }).waitFor()
  })

  test('that had to be mended are told so, in the language of the screen', async () => {
    for (const language of ['dv', 'en'] as const) {
      const page = await open({ q: '(ކޯޓުގެ ޙުކުމް' }, { language })
      await page.getByText(repairs['bracket-unclosed'][language === 'dv' ? 0 : 1]).waitFor()
    }
  })
})

describe('the results of an opened case', () => {
  const viewer = (page: Page) => page.getByRole('dialog')
  const place = (page: Page) => page.getByRole('group', { name: finding.steps.label }).getByRole('status')
  const step = (page: Page, name: string) =>
    page.getByRole('group', { name: finding.steps.label }).getByRole('button', { name })

  test('are gone through by buttons and keys, over the end of a page and back', async () => {
    const page = await open({ q: common })
    await cards(page).nth(10).getByRole('link', { name: words.card.details }).click()
    await viewer(page).waitFor()
    const count = await found(page)
    await expect.poll(() => place(page).textContent()).toContain(finding.steps.position(11, count))
    await step(page, finding.steps.next).click()
    await expect.poll(() => place(page).textContent()).toContain(finding.steps.position(12, count))
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => place(page).textContent()).toContain(finding.steps.position(13, count))
    expect(params(page)).toMatchObject({ page: '2' })
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => place(page).textContent()).toContain(finding.steps.position(12, count))
    await page.goBack()
    await viewer(page).waitFor({ state: 'detached' })
  })

  test('are beside a case on a page of its own too, which keeps its search in its address', async () => {
    const page = await open({ q: common, sort: 'newest' })
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      cards(page).first().getByRole('link', { name: words.card.newTab }).click(),
    ])
    await expect.poll(() => place(tab).textContent()).toContain(finding.steps.position(1, await found(page)))
    expect(await step(tab, finding.steps.previous).getAttribute('aria-disabled')).toBe('true')
    const before = params(tab)['ref']
    await step(tab, finding.steps.next).click()
    await expect.poll(() => params(tab)['ref']).not.toBe(before)
    expect(params(tab)).toMatchObject({ q: common, sort: 'newest' })
    await tab.reload()
    await expect.poll(() => place(tab).textContent()).toContain(finding.steps.position(2, await found(page)))
  })

  test('are told to the server when they are opened, each with its place', async () => {
    const page = await open({ q: common })
    const first = await cards(page).first().textContent()
    await page.getByRole('button', { name: dv.pager.next }).click()
    await expect.poll(() => params(page)['page']).toBe('2')
    await expect.poll(() => cards(page).first().textContent()).not.toBe(first)
    await page.locator('[aria-busy=false] article').first().waitFor()
    const told = page.waitForResponse('**/api/g/clicked')
    await cards(page).nth(1).getByRole('link', { name: words.card.content }).click()
    const answer = await told
    expect(answer.request().postDataJSON()).toMatchObject({ Position: 14 })
    expect(answer.status()).toBe(200)
  })
})

test('a passage of a footnote says which one, and leads to it', async () => {
  const page = await open({ q: 'އައްތިރުމިޛީ' })
  const matches = cards(page).getByRole('group', { name: words.card.matches })
  await matches.getByText(dv.reader.footnote(2)).first().click()
  const paper = page.getByRole('article', { name: dv.reader.label })
  const landed = paper.getByRole('region', { name: dv.reader.footnotes }).locator('[data-initial-paragraph]')
  await landed.waitFor()
  expect(await landed.textContent()).toContain('އައްތިރުމިޛީ')
  await expect.poll(() => landed.evaluate((note) => note.getBoundingClientRect().top < window.innerHeight)).toBe(true)
})

test('a passage of a result leads to its paragraph, by the number that the judgment gives it', async () => {
  const page = await open({ q: 'ކުލި އެއްބަސްވުން' })
  const numbered = new RegExp(`^${finding.paragraph(0).replace('0', '(\\d+)')}$`)
  const passage = cards(page).getByRole('group', { name: words.card.matches }).getByText(numbered).first()
  const printed = numbered.exec((await passage.textContent()) ?? '')?.[1] ?? ''
  await passage.click()
  const paper = page.getByRole('article', { name: dv.reader.label })
  const landed = paper.locator('[data-initial-paragraph]')
  await landed.waitFor()
  expect(await landed.getAttribute('data-paragraph')).toBe(printed)
  expect(params(page)).toMatchObject({ tab: 'text', p: expect.stringMatching(/^\d+$/) as unknown })
  await expect.poll(() => landed.evaluate((block) => block.getBoundingClientRect().top < window.innerHeight)).toBe(true)
})

test('an address leads to one paragraph of a text, with its words marked', async () => {
  const page = await open({ q: number })
  await cards(page).first().getByRole('link', { name: words.card.content }).click()
  const paper = page.getByRole('article', { name: dv.reader.label })
  await paper.waitFor()
  const { word, block } = await paper.evaluate((article) => {
    const blocks = [...article.querySelectorAll('[data-judgment] :is(p, h2, h3, li, td)')]
    const index = blocks.findLastIndex(({ textContent }) => textContent.length > 200)
    return { word: blocks[index]?.textContent.split(' ').find(({ length }) => length > 9) ?? '', block: index + 1 }
  })
  const reference = params(page)['case'] ?? ''
  await page.goto(
    `${home()}/case?${new URLSearchParams({ ref: reference, tab: 'text', p: String(block), q: word }).toString()}`,
  )
  await paper.waitFor()
  const isSeen = () =>
    paper.evaluate((article, nth) => {
      const element = article.querySelectorAll('[data-judgment] :is(p, h2, h3, li, td)')[nth - 1]
      const [now] = CSS.highlights.get('found-now') ?? []
      const { top = -1, bottom = -1 } = element?.getBoundingClientRect() ?? {}
      const isMarked = now instanceof Range && element?.contains(now.startContainer) === true
      return isMarked && bottom > 0 && top < window.innerHeight
    }, block)
  await expect.poll(isSeen).toBe(true)
})

test.each(['dv', 'en'] as const)('the help shows how to search and where the letters lie, in %s', async (language) => {
  const page = await open({}, { language, width: 390, height: 844 })
  const { title, ways, keyboard } = searchHelp[language]
  await page
    .getByRole('search')
    .getByRole('button', { name: (language === 'dv' ? dv : en).finding.help })
    .click()
  const help = page.getByRole('dialog', { name: title })
  await help.getByRole('table').waitFor()
  expect(await help.getByRole('row').count()).toBe(ways.rows.length + 1)
  const keys = help.getByRole('group', { name: keyboard.heading })
  expect(await keys.getByRole('listitem').count()).toBe(30)
  expect(await keys.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  expect(await axe(page)).toEqual([])
})

test.each([
  ['mixed', 'dv', 1440],
  ['dark', 'en', 390],
  ['light', 'dv', 1440],
] as const)(
  'nothing stands in the way of anybody, in the theme %s, language %s, %d wide',
  async (theme, language, width) => {
    const page = await open({ q: 'ސިވިލް ކޯޓު (' }, { theme, language, width, height: 900 })
    const t = language === 'dv' ? dv : en
    await page.getByRole('region', { name: new RegExp(t.finding.hints.kinds.court) }).waitFor()
    await page.getByText(repairs['bracket-unclosed'][language === 'dv' ? 0 : 1]).waitFor()
    expect(await axe(page)).toEqual([])
    if (width < 1000) {
      const opener = page.getByRole('button', { name: t.finding.facets.title })
      await opener.click()
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
      expect(await axe(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await takesFocus(opener)
    }
    await page.getByRole('search').getByRole('combobox').fill('ކޯޓު')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await cards(page).first().getByRole('link', { name: t.search.card.details }).click()
    await page.getByRole('group', { name: t.finding.steps.label }).waitFor()
    expect(await axe(page)).toEqual([])
  },
)
