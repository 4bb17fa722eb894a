import { expect, subscriber, test } from './fixtures.ts'
import { repairs } from '#shared/text/query/repairs.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '#test/factories.ts'
import { axe, expectLive, expectParams, expectPath, paramsOf, signIn } from './pageActions.ts'
import {
  common,
  expectNoDialog,
  goToSearch,
  caseNumber,
  openSearch,
  cards,
  resultStatus,
  search,
  searchBox,
} from './searchActions.ts'
import { nightly } from './nightly.ts'

const words = dv.search

test('a guest sees the search page, is asked to sign in for a search, and then sees its results', async ({
  openPage,
  server,
}) => {
  const page = await openPage()
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/g/') && calls.push(request.url()))
  await page.goto('/home')
  await expect(page.getByRole('link', { name: dv.entries.faq })).toBeVisible()
  await expect(page.getByRole('button', { name: words.filter })).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await page.getByRole('radio', { name: words.types.Phrase }).check()
  await page.getByRole('radio', { name: words.types.CaseFile }).check()
  await search(page, caseNumber)
  await expectPath(page, '/login')
  expect(calls).toEqual([])
  await signIn(page, await buildUser(server.databaseUrl), password)
  await expectParams(page, { q: caseNumber })
  await expect(cards(page).first()).toBeVisible()
})

test('the search page refuses short queries, shows results, and recovers from a failure', async ({ openPage }) => {
  const page = await openSearch(openPage)
  let requests = 0
  page.on('request', (request) => (requests += request.url().includes('/api/g/search') ? 1 : 0))

  await test.step('the empty search page shows the logo, the box and two links, and nothing else', async () => {
    await expect(page.getByRole('link', { name: dv.entries.faq })).toBeVisible()
    await expect(page.getByRole('link', { name: dv.entries.terms })).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(2)
  })

  await test.step('a query of two letters is refused under the box, and no request is sent', async () => {
    await search(page, 'ކޯޓު')
    const problem = page.getByRole('alert').filter({ hasText: words.problems.short(3) })
    await expect(problem).toBeVisible()
    await expect(searchBox(page)).toHaveAttribute('aria-describedby', (await problem.getAttribute('id')) ?? '')
    await search(page, '\u200f\u202b')
    await expect(page.getByText(words.problems.empty)).toBeVisible()
    expect(requests).toBe(0)
  })

  await test.step('what the refused query can be completed to is offered, and searched for by a press', async () => {
    await search(page, 'ކޯޓު')
    const completion = page.getByRole('search').getByRole('list').last().getByRole('button').first()
    await expect(completion).toBeVisible()
    expect(await axe(page)).toEqual([])
    const text = await completion.innerText()
    await completion.click()
    await expect(searchBox(page)).toHaveValue(text)
    await expect(searchBox(page)).toBeFocused()
    await expect(cards(page).first()).toBeVisible()
    await goToSearch(page)
  })

  await test.step('the results of a query of several words are listed, marked and counted', async () => {
    await search(page, common)
    await expect(cards(page)).toHaveCount(12)
    await expect(cards(page).locator('mark').first()).toBeVisible()
    await expect(resultStatus(page)).toContainText(common)
    await expectParams(page, { q: common })
    await expect(searchBox(page)).toBeFocused()
  })

  await test.step('a failed search shows an error, and a retry shows the results', async () => {
    await page.route('**/api/g/search', (route) => route.fulfill({ status: 200, body: 'nonsense' }))
    await search(page, 'ޙުކުމް')
    await expect(page.getByText(words.failed)).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
    await page.unroute('**/api/g/search')
    await page.getByRole('button', { name: dv.actions.retry }).click()
    await expect(cards(page).first()).toBeVisible()
  })

  await test.step('a search without results says so and offers the other type', async () => {
    await search(page, 'qqqqqqq zzzzzzz')
    await expect(page.getByText(words.empty.title).first()).toBeVisible()
    await page.getByRole('button', { name: words.empty.other.CaseFile }).click()
    await expectParams(page, { type: 'Phrase', q: 'qqqqqqq zzzzzzz' })
  })
})

test('an English query finds phrases, which are shown in three languages', async ({ openPage }) => {
  const page = await openSearch(openPage)
  await page.getByRole('radio', { name: words.types.Phrase }).click()
  await expect(page.getByRole('radio', { name: words.types.Phrase })).toBeChecked()
  await search(page, 'court')
  const card = cards(page).first()
  await expect(card.locator('[lang=en]')).toHaveAttribute('dir', 'ltr')
  await expect(card.locator('[lang=ar]')).toHaveAttribute('dir', 'rtl')
  await card.getByRole('link', { name: words.card.meaning }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(paramsOf(page)).toMatchObject({ type: 'Phrase', q: 'court', phrase: expect.any(String) })
  await page.goBack()
  await expectNoDialog(page)
  await expect(cards(page).first()).toBeVisible()
})

test('a case number opens its case, and going back returns to the query as it was typed', async ({ openPage }) => {
  const page = await openSearch(openPage)
  await search(page, '80 hca 2013')
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1, name: caseNumber })).toBeVisible()
  expect(paramsOf(page)).toMatchObject({ q: '80 hca 2013', case: expect.any(String) })
  await page.goBack()
  await expectNoDialog(page)
  await expectParams(page, { q: '80 hca 2013' })
  await expect(searchBox(page)).toHaveValue('80 hca 2013')
  await expect(cards(page).first()).toContainText(caseNumber)
  // The hint shows the number as the library writes it; the hint, or Enter once more, opens the case again.
  await expect(page.getByText(words.exact.found.replace('{number}', caseNumber))).toBeVisible()
  await searchBox(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()

  await test.step('a case number does not open its case after a navigation, or while the user goes on typing', async () => {
    await goToSearch(page, { q: caseNumber })
    await expect(page.getByRole('link', { name: words.exact.open })).toBeVisible()
    await expectNoDialog(page)
    await page.route('**/api/g/search', async (route) => {
      const response = await route.fetch()
      await searchBox(page).press('1')
      await route.fulfill({ response })
    })
    await search(page, '80 hca 2013')
    await expect(searchBox(page)).toHaveValue('80 hca 20131')
    await expect(page.getByRole('link', { name: words.exact.open })).toBeVisible()
    await expectParams(page, { q: '80 hca 2013' })
  })
})

test('an ambiguous case number shows the possible cases, and no message of an empty result', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: '80/2013' })
  await expect(page.getByRole('region', { name: dv.finding.hints.ambiguous(1) }).getByRole('link')).toBeVisible()
  await expect(page.getByText(words.empty.title)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: dv.finding.hints.ambiguous(1) })).toBeAttached()
})

test(
  'a search or a case opened while offline says that there is no connection, and is shown once there is one',
  nightly,
  async ({ openPage }) => {
    const page = await openPage({ user: subscriber, isolated: true, path: '/home' })
    const details = page.getByRole('dialog').locator('dl').first()
    const openDetails = (card: number) =>
      cards(page)
        .nth(card)
        .getByRole('link', { name: new RegExp(words.card.details) })
        .click()
    await search(page, common)
    await expectLive(page)
    await openDetails(0)
    await expect(details).toBeVisible()
    const statuses = page.getByRole('dialog').getByRole('status')
    const count = await statuses.count()

    await page.context().setOffline(true)
    await expect(statuses.filter({ hasText: dv.live.noConnection })).toBeVisible()
    // One that is inserted together with its text is not read aloud.
    await expect(statuses).toHaveCount(count)
    await page.keyboard.press('Escape')
    await expectNoDialog(page)
    await openDetails(1)
    await expect(page.getByRole('dialog').getByText(dv.errors.network)).toBeVisible()
    await expect(page.getByRole('dialog').getByText(dv.live.noConnection)).toBeVisible()
    await page.context().setOffline(false)
    await expect(details).toBeVisible()
    await page.keyboard.press('Escape')
    await expectNoDialog(page)

    await page.context().setOffline(true)
    await search(page, 'ހައިކޯޓުގެ ޙުކުމް')
    await expect(page.getByText(dv.errors.network)).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
    // Their counts would be those of the query before.
    await expect(page.getByRole('region', { name: dv.finding.facets.title })).toHaveCount(0)
    await page.context().setOffline(false)
    await expect(cards(page).first()).toBeVisible()
    await expect(page.getByText(dv.errors.network)).toHaveCount(0)
  },
)

test(
  'a word that is longer than the screen is reported, and the page does not overflow',
  nightly,
  async ({ openPage }) => {
    const page = await openSearch(openPage, { q: 'ކ'.repeat(120) }, { width: 390, height: 844 })
    await expect(page.getByText(words.empty.title).first()).toBeVisible()
    const { scrollWidth, clientWidth } = await page.evaluate(() => ({
      scrollWidth: document.documentElement.scrollWidth,
      clientWidth: document.documentElement.clientWidth,
    }))
    expect(scrollWidth).toBe(clientWidth)
    await expect(page.getByText(repairs['word-too-long'][0].split('{at}')[1] ?? '')).toBeVisible()
  },
)

test('a mistyped query shows near matches under a heading, with the spelling that was searched', async ({
  openPage,
  server,
}) => {
  const [row] = await server.query(
    `select title from case_files where published and id in (select case_file_id from case_numbers where number = $1)`,
    [caseNumber],
  )
  const title = String(row?.['title'])
  const long = title.split(' ').filter((word) => /^[\u0780-\u07b1]{8,}$/.test(word))
  const mistyped = long.slice(0, 3).map((word) => `${word.slice(0, 4)}${word.slice(5)}`)
  const page = await openSearch(openPage, { q: mistyped.join(' ') })
  await expect(page.getByRole('heading', { level: 3, name: dv.finding.near.title })).toBeVisible()
  await expect(cards(page).first()).toContainText(long[0] ?? '')
  await expect(page.getByText(dv.finding.hints.understood.replace('{query}', '').trim()).first()).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('a quoted phrase that no case contains is offered without its quotes', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: '"ކުލި ނުދެއްކުން"' })
  await page.getByRole('button', { name: words.empty.unquoted }).click()
  await expectParams(page, { q: 'ކުލި ނުދެއްކުން' })
  await expect(cards(page).first()).toBeVisible()
})

test('a query with operators that no case fits is offered as its words only', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: 'އިޖާރާ AND ޖަވާހިރު AND އެއްބަސްވު* from:2090' })
  await page.getByRole('button', { name: words.empty.plain }).click()
  await expectParams(page, { q: 'އިޖާރާ ޖަވާހިރު އެއްބަސްވު' })
  await expect(cards(page).first()).toBeVisible()
})

test('the actions of a card stand in one line in English', nightly, async ({ openPage }) => {
  const page = await openSearch(openPage, { q: common }, { language: 'en', width: 1440, height: 900 })
  const actions = cards(page).first().locator('footer').getByRole('link')
  await expect(actions).toHaveCount(3)
  const tops = await actions.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
})
