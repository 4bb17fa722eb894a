import { expect, type OpenPage, type Page, type PageOptions, subscriber, testWith } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { nightly } from './nightly.ts'
import { axe, deferred } from './pageActions.ts'

const test = testWith({ env: { SEARCH_FACETS_AT_ONCE: '1' } })

/** With more matches than `SEARCH_FACETS_AT_ONCE` the facets are a request of their own, as in a library of millions. */

const { search: words, finding } = dv
const common = 'ކޯޓުގެ ޙުކުމް'

const facets = (page: Page) => page.getByRole('region', { name: finding.facets.title })
const cards = (page: Page) => page.getByRole('article')

async function openHome(openPage: OpenPage, look: PageOptions = {}) {
  const page = await openPage({ ...look, user: subscriber, path: `/home?q=${encodeURIComponent(common)}` })
  // A facet request that is still running would be counted as one of the test.
  const opener = page.getByRole('button', { name: finding.facets.title })
  if (look.width === 390) await expect(opener).toBeEnabled()
  else await expect(facets(page)).toHaveAttribute('aria-busy', 'false')
  return page
}

/** Holds every search after the first until the promise is resolved. */
async function holdFacets(page: Page) {
  const { promise, resolve } = deferred()
  let searches = 0
  await page.route('**/api/g/*earch', async (route) => {
    searches += 1
    if (searches > 1) await promise
    await route.continue()
  })
  return resolve
}

test('the results appear before their facets, and do not move when the facets come', nightly, async ({ openPage }) => {
  const page = await openHome(openPage)
  const release = await holdFacets(page)
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await expect(facets(page)).toHaveAttribute('aria-busy', 'true')
  await expect(facets(page).getByRole('checkbox')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const before = await cards(page).first().boundingBox()

  release()
  await expect(facets(page).getByRole('group', { name: words.fields.courts })).toBeVisible()
  await expect(facets(page)).toHaveAttribute('aria-busy', 'false')
  expect(await cards(page).first().boundingBox()).toEqual(before)
  expect(await axe(page)).toEqual([])
})

test('a facet that was loaded after the results narrows them to its count', nightly, async ({ openPage }) => {
  const page = await openHome(openPage)
  const court = facets(page).getByRole('group', { name: words.fields.courts })
  const first = court.getByRole('listitem').first()
  await expect(first).toBeVisible()
  const count = Number(/\d[\d,]*/.exec((await first.innerText()).split('\n').at(-1) ?? '')?.[0])
  await first.getByRole('checkbox').click()
  await expect(page.getByRole('list', { name: words.chosen })).toBeVisible()
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: /\d/ }).first()
  await expect.poll(async () => Number(/\d[\d,]*/.exec((await heading.textContent()) ?? '')?.[0])).toBe(count)
  await expect(court.getByRole('checkbox').first()).toBeChecked()
})

test('the button of the facets is disabled on a narrow screen until they are loaded', nightly, async ({ openPage }) => {
  const page = await openHome(openPage, { width: 390, height: 844 })
  const release = await holdFacets(page)
  await page.reload()
  const opener = page.getByRole('button', { name: finding.facets.title })
  await expect(opener).toBeVisible()
  await expect(opener).toBeDisabled()
  release()
  await expect(opener).toBeEnabled()
  await opener.click()
  await expect(page.getByRole('dialog').getByRole('group', { name: words.fields.courts })).toBeVisible()
})
