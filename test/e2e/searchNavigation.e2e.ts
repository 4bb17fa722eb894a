import { demoPassword } from './apiUser.ts'
import { expect, subscriber, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { nightly } from './nightly.ts'
import { deferred, expectParams, paramsOf, signIn } from './pageActions.ts'
import {
  common,
  expectNoDialog,
  goToSearch,
  caseNumber,
  openFilters,
  openSearch,
  cards,
  resultStatus,
  search,
  searchBox,
} from './searchActions.ts'

/** The address of a search, its history, its filters and its keys. */

const words = dv.search

test('going back, forward and reloading restore the searches', async ({ openPage }) => {
  const page = await openSearch(openPage)
  await search(page, common)
  await expect(cards(page).first()).toBeVisible()

  await test.step('the slash key focuses the search box, and is a character inside it', async () => {
    await searchBox(page).evaluate((box) => box.blur())
    await page.keyboard.press('/')
    await expect(searchBox(page)).toBeFocused()
    await searchBox(page).fill('80')
    await page.keyboard.press('/')
    await expect(searchBox(page)).toHaveValue('80/')
  })

  await search(page, caseNumber)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: words.exact.open })).toBeVisible()
  await page.goBack()
  await expect(searchBox(page)).toHaveValue(common)
  await expect(resultStatus(page)).toContainText(common)
  await page.goForward()
  await expect(searchBox(page)).toHaveValue(caseNumber)
  await page.reload()
  await expect(page.getByRole('link', { name: words.exact.open })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('link', { name: dv.entries.faq })).toBeVisible()
  await expect(searchBox(page)).toHaveValue('')
})

test('switching the type searches for the text of the search box, and returning restores the filters and the order', async ({
  openPage,
}) => {
  const page = await openSearch(openPage, { q: common, sort: 'newest', status: '1' })
  await expect(searchBox(page)).toHaveValue(common)
  await searchBox(page).fill('ޖިނާޢީ')
  await page.getByRole('radio', { name: words.types.Phrase }).click()
  await expectParams(page, { type: 'Phrase', q: 'ޖިނާޢީ' })
  await page.getByRole('radio', { name: words.types.CaseFile }).click()
  await expectParams(page, { q: 'ޖިނާޢީ', sort: 'newest', status: '1' })

  await test.step('a text that cannot be searched for gives way to the query of the results', async () => {
    await searchBox(page).fill('')
    await page.getByRole('radio', { name: words.types.Phrase }).click()
    await expectParams(page, { type: 'Phrase', q: 'ޖިނާޢީ' })
    await expect(searchBox(page)).toHaveValue('ޖިނާޢީ')
  })
})

test('a case over the results closes by its button or by going back', nightly, async ({ openPage }) => {
  const page = await openSearch(openPage, { q: caseNumber })

  await test.step('a shared link opens the case over its results, and its close button leads to the results', async () => {
    const path = await cards(page).first().getByRole('link', { name: words.card.content }).getAttribute('href')
    await page.goto(path ?? '')
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(paramsOf(page)).toMatchObject({ tab: 'text' })
    await page.getByRole('dialog').getByRole('button', { name: dv.actions.close }).first().click()
    await expectNoDialog(page)
    await expectParams(page, { q: caseNumber })
  })

  await test.step('going back closes the case, and the focus returns to its link', async () => {
    await goToSearch(page, { q: common })
    const details = cards(page).nth(2).getByRole('link', { name: words.card.details })
    await details.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expectNoDialog(page)
    await expect(details).toBeFocused()
  })
})

test(
  'the focus returns to the link of a case whose code was still loading when it was opened',
  nightly,
  async ({ openPage }) => {
    const page = await openSearch(openPage)
    const loading = deferred()
    await page.route(/\/assets\/CaseModal/, async (route) => {
      await loading.promise
      await route.continue()
    })
    await goToSearch(page, { q: common })
    const details = cards(page).nth(2).getByRole('link', { name: words.card.details })
    await details.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((url) => url.searchParams.has('case'))
    loading.resolve()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expectNoDialog(page)
    await expect(details).toBeFocused()
  },
)

test('the pager turns pages, and a page after the end leads to the last page', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: common })
  const first = (await cards(page).first().textContent()) ?? ''
  await page.getByRole('button', { name: dv.pager.next }).click()
  await expect(cards(page).first()).not.toHaveText(first)
  await expectParams(page, { q: common, page: '2' })
  await expect(page.locator('section[aria-label]:focus')).toHaveCount(1)
  await page.getByRole('navigation', { name: dv.pager.label }).getByRole('textbox').fill('1')
  await page.keyboard.press('Enter')
  await expect(cards(page).first()).toHaveText(first)

  await goToSearch(page, { q: common, page: '9999' })
  await page.getByRole('button', { name: words.pastEnd.last }).click()
  await expect(cards(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: dv.pager.next })).toBeDisabled()

  await test.step('invalid parameters in the address are ignored', async () => {
    await goToSearch(page, {
      q: common,
      page: '-1',
      sort: 'best',
      court: 'x',
      case: '<script>',
      from: '2020-99-99',
    })
    await expect(cards(page).first()).toBeVisible()
    await expectNoDialog(page)
    await expect(page.getByRole('button', { name: dv.pager.previous })).toBeDisabled()
  })
})

test('after the log-in a user types into the search box', async ({ openPage }) => {
  const page = await openPage()
  await signIn(page, subscriber, demoPassword)
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('kuli')
  await expect(searchBox(page)).toHaveValue('kuli')
})

test('filters are chosen in their dialog, shown as chips, and removed one by one', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: common })
  const dialog = await openFilters(page)
  await expect(dialog.getByLabel(words.query)).toHaveValue(common)
  await dialog.getByRole('combobox', { name: words.fields.courts }).fill('ހައިކޯޓު')
  await dialog.getByRole('option').filter({ hasText: 'ހައިކޯޓު' }).first().click()
  await dialog.getByLabel(words.fields.from, { exact: true }).fill('1/2/2012')
  await dialog.getByRole('button', { name: words.submit }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => paramsOf(page)).toMatchObject({ q: common, from: '2012-02-01', court: expect.any(String) })
  await expect(cards(page).first()).toBeVisible()

  const chips = page.getByRole('list', { name: words.chosen })
  await expect(chips.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('button', { name: words.filterCount(2) })).toBeVisible()
  await chips.getByRole('button').first().click()
  await expect(chips.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: words.clearAll }).click()
  await expect(chips).toHaveCount(0)
  await expectParams(page, { q: common })
  await page.goBack()
  await expect(chips.getByRole('listitem')).toHaveCount(1)

  await test.step('filters without a query are a search', async () => {
    await goToSearch(page, { court: '2', sort: 'oldest' })
    await expect(cards(page).first()).toBeVisible()
    const days = await page
      .locator('article time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
    expect(days.length).toBeGreaterThan(1)
    expect(days).toEqual([...days].sort())
    const order = page.getByRole('combobox', { name: words.sort })
    await expect(order.getByRole('option')).toHaveText([words.sorts.newest, words.sorts.oldest])
    await order.selectOption('newest')
    await expectParams(page, { court: '2', sort: 'newest' })
  })
})

test(
  'Enter in an open list of the filters takes the first option, or closes the list, and does not search',
  nightly,
  async ({ openPage }) => {
    const page = await openSearch(openPage, { q: common })
    const dialog = await openFilters(page)
    await expect(dialog.getByLabel(words.query)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const types = dialog.getByRole('combobox', { name: words.fields.types })
    await expect(types).toBeFocused()
    await expect(dialog.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('option')).toHaveCount(0)
    await page.keyboard.type('މަދަނީ')
    await expect(dialog.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(types).toHaveValue('')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('option')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => paramsOf(page)).toMatchObject({ q: common, types: expect.any(String) })
  },
)

test(
  'a reversed range of dates is refused at its field, and Escape closes the calendar before the dialog',
  nightly,
  async ({ openPage }) => {
    const page = await openSearch(openPage)
    const dialog = await openFilters(page)
    const from = dialog.getByLabel(words.fields.from, { exact: true })
    await from.fill('2020-02-02')
    await dialog.getByLabel(words.fields.to, { exact: true }).fill('2020-02-01')
    await dialog.getByRole('button', { name: words.submit }).click()
    await expect(dialog.getByText(words.advanced.reversed)).toBeVisible()
    await expect(dialog.getByLabel(words.fields.to, { exact: true })).toBeFocused()

    await dialog.getByRole('button', { name: words.advanced.pickDay(words.fields.from) }).click()
    const calendar = page.getByRole('dialog', { name: words.advanced.pickDay(words.fields.from) })
    await expect(calendar.getByText('ފެބްރުއަރީ')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: words.advanced.pickDay(words.fields.from) }).click()
    await calendar.getByRole('button', { name: /^1 ފެބްރުއަރީ/ }).click()
    await expect(from).toHaveValue('2020-02-01')
    await expect(calendar).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  },
)
