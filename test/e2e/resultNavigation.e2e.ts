import { expect, type Page, test } from './fixtures.ts'
import { inLanguage } from '#shared/messages.ts'
import { repairs } from '#shared/text/query/repairs.ts'
import { searchHelp } from '#web/platform/strings/searchHelp.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { nightly } from './nightly.ts'
import { axe, expectFocusIn, paramsOf } from './pageActions.ts'
import { cards, caseNumber, common, openSearch, resultCount } from './searchActions.ts'

/** From a result to its case and to the next one, and to a paragraph of its text. */

const { search: words, finding } = dv

const viewer = (page: Page) => page.getByRole('dialog')
const position = (page: Page) => page.getByRole('group', { name: finding.steps.label }).getByRole('status')
const step = (page: Page, name: string) =>
  page.getByRole('group', { name: finding.steps.label }).getByRole('button', { name })

test('buttons and keys go through the results of an opened case, across pages', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: common })
  await cards(page).nth(10).getByRole('link', { name: words.card.details }).click()
  await expect(viewer(page)).toBeVisible()
  const count = await resultCount(page)
  await expect(position(page)).toContainText(finding.steps.position(11, count))
  await step(page, finding.steps.next).click()
  await expect(position(page)).toContainText(finding.steps.position(12, count))
  // The key does nothing while the next page of results loads.
  await expect(step(page, finding.steps.next)).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(position(page)).toContainText(finding.steps.position(13, count))
  expect(paramsOf(page)).toMatchObject({ page: '2' })
  await page.keyboard.press('Alt+ArrowUp')
  await expect(position(page)).toContainText(finding.steps.position(12, count))
  await page.goBack()
  await expect(viewer(page)).toHaveCount(0)
})

test('a case to which the user went closes to its page of results, with the focus on its card', async ({
  openPage,
}) => {
  const page = await openSearch(openPage, { q: common })
  await cards(page).nth(11).getByRole('link', { name: words.card.details }).click()
  const count = await resultCount(page)
  const goTo = async (to: number, key: 'ArrowDown' | 'ArrowUp' = 'ArrowDown') => {
    const name = key === 'ArrowDown' ? finding.steps.next : finding.steps.previous
    await expect(step(page, name)).toHaveAttribute('aria-disabled', 'false')
    await page.keyboard.press(`Alt+${key}`)
    await expect(position(page)).toContainText(finding.steps.position(to, count))
  }
  await goTo(13)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  expect(paramsOf(page)).toMatchObject({ page: '2' })
  await expectFocusIn(cards(page).first())

  await page.keyboard.press('Enter')
  await expect(position(page)).toContainText(finding.steps.position(13, count))
  await goTo(14)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expectFocusIn(cards(page).nth(1))

  await page.keyboard.press('Enter')
  await expect(position(page)).toContainText(finding.steps.position(14, count))
  await goTo(13, 'ArrowUp')
  await goTo(12, 'ArrowUp')
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  expect(paramsOf(page)['page'] ?? '1').toBe('1')
  await expectFocusIn(cards(page).nth(11))
})

test('a case in a new tab keeps the search, and goes through its results', nightly, async ({ openPage }) => {
  const page = await openSearch(openPage, { q: common, sort: 'newest' })
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    cards(page).first().getByRole('link', { name: words.card.newTab }).click(),
  ])
  await expect(position(tab)).toContainText(finding.steps.position(1, await resultCount(page)))
  await expect(step(tab, finding.steps.previous)).toHaveAttribute('aria-disabled', 'true')
  const before = paramsOf(tab)['ref']
  await step(tab, finding.steps.next).click()
  await expect.poll(() => paramsOf(tab)['ref']).not.toBe(before)
  expect(paramsOf(tab)).toMatchObject({ q: common, sort: 'newest' })
  await tab.reload()
  await expect(position(tab)).toContainText(finding.steps.position(2, await resultCount(page)))
})

test('an opened result is reported to the server with its position', nightly, async ({ openPage }) => {
  const page = await openSearch(openPage, { q: common })
  const first = await cards(page).first().textContent()
  await page.getByRole('button', { name: dv.pager.next }).click()
  await expect.poll(() => paramsOf(page)['page']).toBe('2')
  await expect(cards(page).first()).not.toHaveText(first ?? '')
  await expect(page.locator('[aria-busy=false] article').first()).toBeVisible()
  const clicked = page.waitForResponse('**/api/g/clicked')
  await cards(page).nth(1).getByRole('link', { name: words.card.content }).click()
  const answer = await clicked
  expect(answer.request().postDataJSON()).toMatchObject({ Position: 14 })
  expect(answer.status()).toBe(200)
})

/** Clicks, and returns the position that is reported. */
async function reportedBy(page: Page, click: () => Promise<void>) {
  const clicked = page.waitForResponse('**/api/g/clicked')
  await click()
  const answer = await clicked
  expect(answer.status()).toBe(200)
  return (answer.request().postDataJSON() as { Position: number }).Position
}

test(
  'an opened phrase, and a case in which a phrase is used, are reported with the position of the phrase',
  nightly,
  async ({ openPage }) => {
    const page = await openSearch(openPage, { type: 'Phrase', q: 'contract' })
    const phrase = cards(page).nth(1)
    expect(await reportedBy(page, () => phrase.getByRole('link', { name: words.card.meaning }).click())).toBe(2)
    await expect(viewer(page)).toBeVisible()
    await page.goto(`/home?${new URLSearchParams({ type: 'Phrase', q: 'ދަރަނި' }).toString()}`)
    const used = cards(page).first().getByRole('listitem').getByRole('link').first()
    expect(await reportedBy(page, () => used.click())).toBe(1)
  },
)

test(
  'a case that is opened minutes after its search, here or in a new tab, is reported without another recorded search',
  nightly,
  async ({ openPage }) => {
    const page = await openSearch(openPage, { q: common })
    await expect(cards(page).nth(5)).toBeVisible()
    const searches: unknown[] = []
    page.context().on('request', (request) => {
      if (request.url().endsWith('/g/search')) searches.push(request.postDataJSON())
    })
    await page.clock.setSystemTime(Date.now() + 120_000)
    const newTab = page.context().waitForEvent('page')
    const open = () => cards(page).nth(5).getByRole('link', { name: words.card.newTab }).click()
    expect(await reportedBy(page, open)).toBe(6)
    await expect(position(await newTab)).toContainText(finding.steps.position(6, await resultCount(page)))
    expect(searches).toMatchObject([{ Log: false }])
    await cards(page).nth(5).getByRole('link', { name: words.card.details }).click()
    await expect(position(page)).toContainText(finding.steps.position(6, await resultCount(page)))
    expect(searches).toHaveLength(1)
  },
)

test('a passage of a footnote names the footnote, and leads to it', nightly, async ({ openPage }) => {
  const page = await openSearch(openPage, { q: 'އައްތިރުމިޛީ' })
  const matches = cards(page).getByRole('group', { name: words.card.matches })
  await matches.getByText(dv.reader.footnote(2)).first().click()
  const text = page.getByRole('article', { name: dv.reader.label })
  const target = text.getByRole('region', { name: dv.reader.footnotes }).locator('[data-initial-paragraph]')
  await expect(target).toBeVisible()
  await expect(target).toContainText('އައްތިރުމިޛީ')
  await expect.poll(() => target.evaluate((note) => note.getBoundingClientRect().top < window.innerHeight)).toBe(true)
})

test('a passage of a result leads to its paragraph, by the number in the judgment', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: 'ކުލި އެއްބަސްވުން' })
  const numbered = new RegExp(`^${finding.paragraph(0).replace('0', '(\\d+)')}$`)
  const passage = cards(page).getByRole('group', { name: words.card.matches }).getByText(numbered).first()
  const printed = numbered.exec((await passage.textContent()) ?? '')?.[1] ?? ''
  await passage.click()
  const text = page.getByRole('article', { name: dv.reader.label })
  const target = text.locator('[data-initial-paragraph]')
  await expect(target).toBeVisible()
  await expect(target).toHaveAttribute('data-paragraph', printed)
  expect(paramsOf(page)).toMatchObject({ tab: 'text', p: expect.stringMatching(/^\d+$/) })
  await expect.poll(() => target.evaluate((block) => block.getBoundingClientRect().top < window.innerHeight)).toBe(true)
})

test('an address leads to one paragraph of a text, with its words highlighted', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: caseNumber })
  await cards(page).first().getByRole('link', { name: words.card.content }).click()
  const text = page.getByRole('article', { name: dv.reader.label })
  await expect(text).toBeVisible()
  const { word, block } = await text.evaluate((article) => {
    const blocks = [...article.querySelectorAll('[data-judgment] :is(p, h2, h3, li, td)')]
    const index = blocks.findLastIndex(({ textContent }) => textContent.length > 200)
    return { word: blocks[index]?.textContent.split(' ').find(({ length }) => length > 9) ?? '', block: index + 1 }
  })
  const reference = paramsOf(page)['case'] ?? ''
  await page.goto(`/case?${new URLSearchParams({ ref: reference, tab: 'text', p: String(block), q: word }).toString()}`)
  await expect(text).toBeVisible()
  const isSeen = () =>
    text.evaluate((article, nth) => {
      const element = article.querySelectorAll('[data-judgment] :is(p, h2, h3, li, td)')[nth - 1]
      const [now] = CSS.highlights.get('found-now') ?? []
      const { top = -1, bottom = -1 } = element?.getBoundingClientRect() ?? {}
      const isMarked = now instanceof Range && element?.contains(now.startContainer) === true
      return isMarked && bottom > 0 && top < window.innerHeight
    }, block)
  await expect.poll(isSeen).toBe(true)
})

for (const language of ['dv', 'en'] as const)
  test(`the help shows the query syntax and the keyboard layout, in ${language}`, nightly, async ({ openPage }) => {
    const page = await openSearch(openPage, {}, { language, width: 390, height: 844 })
    const { title, ways, keyboard } = searchHelp[language]
    await page
      .getByRole('search')
      .getByRole('button', { name: (language === 'dv' ? dv : en).finding.help })
      .click()
    const help = page.getByRole('dialog', { name: title })
    await expect(help.getByRole('table')).toBeVisible()
    await expect(help.getByRole('row')).toHaveCount(ways.rows.length + 1)
    const keys = help.getByRole('group', { name: keyboard.heading })
    await expect(keys.getByRole('listitem')).toHaveCount(30)
    expect(await keys.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    expect(await axe(page)).toEqual([])
  })

for (const [theme, language, width] of [
  ['mixed', 'dv', 1440],
  ['dark', 'en', 390],
  ['light', 'dv', 1440],
] as const)
  test(
    `hints, suggestions and opened results are accessible in the theme ${theme}, language ${language}, ${width} wide`,
    nightly,
    async ({ openPage }) => {
      const page = await openSearch(openPage, { q: 'ސިވިލް ކޯޓު (' }, { theme, language, width, height: 900 })
      const t = language === 'dv' ? dv : en
      await expect(page.getByRole('region', { name: new RegExp(t.finding.hints.kinds.court) })).toBeVisible()
      await expect(page.getByText(inLanguage(repairs['bracket-unclosed'], language))).toBeVisible()
      expect(await axe(page)).toEqual([])
      if (width < 1000) {
        const opener = page.getByRole('button', { name: t.finding.facets.title })
        await opener.click()
        await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible()
        expect(await axe(page)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expectFocusIn(opener)
      }
      await page.getByRole('search').getByRole('combobox').fill('ކޯޓު')
      await expect(page.getByRole('option').first()).toBeVisible()
      await page.keyboard.press('ArrowDown')
      expect(await axe(page)).toEqual([])
      await page.keyboard.press('Escape')
      await cards(page).first().getByRole('link', { name: t.search.card.details }).click()
      await expect(page.getByRole('group', { name: t.finding.steps.label })).toBeVisible()
      expect(await axe(page)).toEqual([])
    },
  )
