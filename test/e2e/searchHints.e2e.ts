import { isolate } from '#shared/text/format/isolate.ts'
import { expect, type Page, test } from './fixtures.ts'
import { inLanguage } from '#shared/messages.ts'
import { repairs } from '#shared/text/query/repairs.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { nightly } from './nightly.ts'
import { expectParams, highlightedTexts, paramsOf } from './pageActions.ts'
import { cards, caseNumber, openSearch, resultCount } from './searchActions.ts'

/** What the search offers besides results: case numbers, suggestions, corrections, courts. */

const { search: words, finding } = dv

test('an ambiguous case number asks which case is meant', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: '80/2013' })
  const hint = page.getByRole('region', { name: finding.hints.ambiguous(1) })
  const clicked = page.waitForResponse('**/api/g/clicked')
  await hint.getByRole('link').filter({ hasText: caseNumber }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1, name: caseNumber })).toBeVisible()
  const answer = await clicked
  expect([answer.status(), answer.request().postDataJSON()]).toMatchObject([200, { Position: 1 }])
})

test('an unknown case number offers the nearest ones', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: '2013/HC-A/9999' })
  const hint = page.getByRole('region', { name: finding.hints.missing })
  await expect(hint.getByText(finding.hints.nearest)).toBeVisible()
  expect(await hint.getByRole('link').count()).toBeGreaterThan(0)
})

test('a word joined from two words that are never adjacent is offered as two words', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: 'ކުންފުންޏެއްގެމުޢާމަލާތު' })
  const offer = page.getByText(finding.hints.split.replace('{query}', '').trim())
  await expect(offer).toBeVisible()
  await offer.getByRole('link').click()
  await expectParams(page, { q: 'ކުންފުންޏެއްގެ މުޢާމަލާތު' })
  await expect(cards(page).first()).toBeVisible()
})

const box = (page: Page) => page.getByRole('search').getByRole('combobox')
const options = (page: Page) => page.getByRole('listbox', { name: finding.suggest.label }).getByRole('option')
const active = (page: Page) => box(page).getAttribute('aria-activedescendant')

test('suggestions appear in groups while the user types, and Escape hides them', async ({ openPage }) => {
  const page = await openSearch(openPage)
  await box(page).pressSequentially('ސިވިލް ކޯ')
  await expect(options(page).first()).toBeVisible()
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('group', { name: finding.suggest.kinds.court })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options(page).first()).toHaveCount(0)
  await expect(box(page)).toHaveValue('ސިވިލް ކޯ')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toBeVisible()
})

test('arrow keys go through the suggestions, and Enter searches for the active one', async ({ openPage }) => {
  const page = await openSearch(openPage)
  // Filled at once: suggestions of the first letters would be replaced under the arrows.
  await box(page).fill('hukum')
  await expect(options(page).first()).toBeVisible()
  expect(await active(page)).toBeNull()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = options(page).nth(1)
  await expect.poll(() => active(page)).toBe(await second.getAttribute('id'))
  await expect(second).toHaveAttribute('aria-selected', 'true')
  const text = await second.innerText()
  await page.keyboard.press('Enter')
  await expectParams(page, { q: text })
  await expect(cards(page).first()).toBeVisible()
  await expect(options(page)).toHaveCount(0)
})

test('the last letter of a suggestion is not cut where it reaches past its advance', nightly, async ({ openPage }) => {
  const page = await openSearch(openPage)
  await box(page).fill('އެއްބަސްވުން')
  const text = options(page).locator('bdi').filter({ hasText: 'އެއްބަސްވުން' }).first()
  const overhang = await text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left - element.getBoundingClientRect().left
  })
  expect(overhang).toBeGreaterThan(2)
})

test(
  'Enter searches for the typed text when the active suggestion was replaced meanwhile',
  nightly,
  async ({ openPage }) => {
    const page = await openSearch(openPage)
    await box(page).fill('hukum')
    await expect(options(page).first()).toBeVisible()
    const before = await options(page).first().innerText()
    const held = Promise.withResolvers<undefined>()
    await page.route('**/api/g/suggest', async (route) => {
      await held.promise
      await route.continue()
    })
    await box(page).fill('sivil')
    await page.keyboard.press('ArrowDown')
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    held.resolve(undefined)
    await expect(options(page).first()).not.toHaveText(before)
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'false')
    expect(await active(page)).toBeNull()
    await page.keyboard.press('Enter')
    await expectParams(page, { q: 'sivil' })
  },
)

test('above an on-screen keyboard the suggestions are visible', nightly, async ({ openPage }) => {
  const page = await openSearch(openPage)
  await page.setViewportSize({ width: 390, height: 420 })
  await box(page).pressSequentially('ކޯޓުގެ')
  await expect(options(page).first()).toBeInViewport({ ratio: 1 })
  await expect(box(page)).toBeInViewport({ ratio: 1 })
})

test('a suggested case number opens its case at once', async ({ openPage }) => {
  const page = await openSearch(openPage)
  await box(page).pressSequentially('2013/HC')
  await options(page).filter({ hasText: caseNumber }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1, name: caseNumber })).toBeVisible()
})

test('Enter without an active suggestion searches for the typed text', async ({ openPage }) => {
  const page = await openSearch(openPage)
  await box(page).pressSequentially('ކޯޓުގެ')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expectParams(page, { q: 'ކޯޓުގެ' })
  await expect(options(page).first()).toHaveCount(0)
})

test('a misspelled query is corrected by one click', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: 'ހުކކުމް' })
  const [before = ''] = finding.hints.didYouMean.split('{query}')
  await page.getByText(before.trim()).getByRole('link').click()
  await expect(cards(page).first()).toBeVisible()
  await expect.poll(() => paramsOf(page)['q']).toBe('ޙުކުމް')
})

test('a query in Latin letters is read as Dhivehi, and highlighted in the text too', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: 'hukum' })
  await expect(page.getByText(finding.hints.understood.replace('{query}', 'ޙުކުމް'))).toBeVisible()
  const onCard = await cards(page).first().locator('mark').allInnerTexts()
  await cards(page).first().getByRole('link', { name: words.card.content }).click()
  await expect(page.getByRole('article', { name: dv.reader.label })).toBeVisible()
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0)).toBeGreaterThan(0)
  const inText = await highlightedTexts(page, 'found')
  expect(onCard.length).toBeGreaterThan(0)
  expect(inText).toEqual(expect.arrayContaining(onCard))
})

test('a query that is the name of a court offers the cases of that court', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: 'ސިވިލް ކޯޓު' })
  const card = page.getByRole('region', { name: `${finding.hints.kinds.court}: ${isolate('ސިވިލް ކޯޓު')}` })
  const count = Number(/\d+/.exec(await card.innerText())?.[0])
  await card.getByRole('link', { name: finding.hints.only }).click()
  await expectParams(page, { court: '3' })
  await expect.poll(() => resultCount(page)).toBe(count)
})

test('a case number that the filters exclude offers its case', nightly, async ({ openPage }) => {
  const page = await openSearch(openPage, { q: caseNumber, court: '3' })
  const hint = page.getByRole('region', { name: finding.hints.found })
  await hint.getByRole('link', { name: caseNumber }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1, name: caseNumber })).toBeVisible()
})

test('a repaired query is reported in the language of the screen', nightly, async ({ openPage }) => {
  for (const language of ['dv', 'en'] as const) {
    const page = await openSearch(openPage, { q: '(ކޯޓުގެ ޙުކުމް' }, { language })
    await expect(page.getByText(inLanguage(repairs['bracket-unclosed'], language))).toBeVisible()
  }
})

test('other words for the same are named, and a link searches exactly what was typed', async ({ openPage }) => {
  const page = await openSearch(openPage, { q: 'ލޯޔަރު' })
  await expect(page.getByRole('heading', { name: finding.near.title })).toBeVisible()
  await expect(cards(page).first().locator('mark').first()).toContainText('ވަކީލ')
  await page
    .getByText(finding.hints.understood.replace('{query}', ''))
    .getByRole('link', { name: finding.hints.exactly })
    .click()
  await expectParams(page, { q: '"ލޯޔަރު"' })
  await expect(page.getByRole('link', { name: finding.hints.exactly })).toHaveCount(0)
  await expect(cards(page)).toHaveCount(0)
})
