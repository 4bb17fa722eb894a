import { dv } from '#web/platform/strings/dv.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { buildAnalysis, deleteAnalyses } from './analyses.ts'
import { newWord } from './apiUser.ts'
import { expect, type OpenPage, type Page, test } from './fixtures.ts'
import { cardsOf, cell, choose, grid, openList, pathOf, quickSearch, rowsOf, toast } from './listActions.ts'
import { axe, deferred, expectFocusIn, expectLive, expectParams } from './pageActions.ts'
import { closeForm } from './screenActions.ts'
import type { TestServer } from './testServer.ts'
import { nightly, nightlyUnless } from './nightly.ts'

/** What a list shows of its filters, its failures and its chosen rows, and where the focus goes. */

const { list, pager, actions } = dv
const { bulk } = analysisStrings.dv
const phone = { width: 390, height: 800 }

/** Inserts two courts whose names begin with a new word. */
async function buildCourts({ query }: TestServer) {
  const word = newWord()
  await query(`insert into courts (name) values ($1), ($2)`, [`${word} a`, `${word} b`])
  return word
}

const clearFilter = (page: Page) => page.getByRole('button', { name: list.clearColumns, exact: true })

test('a hidden column does not filter, and a filter that is not in view is named and cleared', async ({
  openPage,
  server,
}) => {
  const word = newWord()
  await server.query(`insert into subscription_configs (name, amount, days) values ($1, 1, 1), ($2, 1, 1)`, [
    `${word} a`,
    `${word} b`,
  ])
  const page = await openList(openPage, 'subscriptionConfigs', { search: word, 'in.name': `${word} a` })
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(clearFilter(page)).toHaveCount(0)
  await page.getByRole('button', { name: list.columns, exact: true }).click()
  await page.getByRole('checkbox', { name: 'ނަން', exact: true }).press('Space')
  await expectParams(page, { search: word })
  await expect(rowsOf(page)).toHaveCount(2)

  await page.goto(`${pathOf('subscriptionConfigs')}?search=${word}&in.name=${word}%20a`)
  await expect(rowsOf(page)).toHaveCount(1)
  expect(await axe(page)).toEqual([])
  await clearFilter(page).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(clearFilter(page)).toHaveCount(0)
})

test('cards name the columns that filter them, and clear their filters', async ({ openPage, server }) => {
  const word = await buildCourts(server)
  const page = await openList(openPage, 'courts', { search: word, 'in.name': `${word} a` }, phone)
  await expect(cardsOf(page)).toHaveCount(1)
  expect(await axe(page)).toEqual([])
  await clearFilter(page).click()
  await expectParams(page, { search: word })
  await expect(cardsOf(page)).toHaveCount(2)
})

for (const { view, options, rows } of [
  { view: 'grid', options: {}, rows: rowsOf },
  { view: 'cards', options: phone, rows: cardsOf },
])
  test(
    `rows that cannot be loaded again stay, and a notice offers to try again (${view})`,
    nightlyUnless(view === 'grid'),
    async ({ openPage, server }) => {
      const word = await buildCourts(server)
      const page = await openList(openPage, 'courts', { search: word }, options)
      await expect(rows(page)).toHaveCount(2)
      await page.route('**/api/courts/get', (route) =>
        route.fulfill({
          status: 500,
          json: { Status: 'error', code: 'internal', Message: 'x', payload: { errors: {} } },
        }),
      )
      await choose(page, 0, list.edit, rows(page))
      await page.getByRole('dialog').getByRole('textbox').first().fill(`${word} c`)
      await page.getByRole('dialog').getByRole('button', { name: dv.form.save }).click()
      await expect(toast(page, dv.form.saved)).toBeVisible()
      await closeForm(page)
      const notice = page.getByRole('main').getByRole('status').filter({ hasText: list.failed })
      await expect(notice).toBeVisible()
      await expect(rows(page)).toHaveCount(2)
      expect(await axe(page)).toEqual([])
      await page.unroute('**/api/courts/get')
      await notice.getByRole('button', { name: actions.retry }).click()
      await expect(notice).toHaveCount(0)
      await expect(rows(page).filter({ hasText: `${word} c` })).toHaveCount(1)
    },
  )

test('the focus stays in the list when its tools are used', async ({ openPage }) => {
  const page = await openList(openPage, 'permissions')
  await expectLive(page)
  await quickSearch(page).fill('e')
  await page.getByRole('search').getByRole('button', { name: list.clear }).click()
  await expect(quickSearch(page)).toBeFocused()
  for (const step of [pager.last, pager.first]) {
    await page.getByRole('button', { name: step, exact: true }).click()
    await expect(page.getByRole('button', { name: step, exact: true })).toBeDisabled()
    await expect(page.getByRole('button', { name: step, exact: true })).toBeFocused()
  }
})

for (const { view, options, rows } of [
  { view: 'grid', options: {}, rows: rowsOf },
  { view: 'cards', options: phone, rows: cardsOf },
])
  test(
    `a list without rows names the filters that have left them out, and shows all (${view})`,
    nightlyUnless(view === 'grid'),
    async ({ openPage, server }) => {
      const number = `1/L${view.charAt(0).toUpperCase()}/2032`
      const [court] = await server.query('insert into courts (name) values ($1) returning id', [newWord()])
      await buildAnalysis(server, number, 'Analyzed')
      await server.query(
        `update analysis set court_id = $1 where id in (select analysis_id from analysis_case_numbers where number = $2)`,
        [court?.['id'], number],
      )
      const page = await openList(openPage, 'analysis', { Court: String(court?.['id']) }, options)
      await expect(page.getByText(list.emptyFiltered(analysis.fields.status.label.dv))).toBeVisible()
      expect(await axe(page)).toEqual([])
      await page.getByRole('button', { name: list.showAll }).click()
      await expect(rows(page)).toHaveCount(1)
      await deleteAnalyses(server, [number])
    },
  )

test('the focus stays in the list when the row that had it is deleted', async ({ openPage, server }) => {
  const word = await buildCourts(server)
  const page = await openList(openPage, 'courts', { search: word })
  await expect(rowsOf(page)).toHaveCount(2)
  await choose(page, 0, list.remove)
  await page.getByRole('dialog').getByRole('button', { name: list.remove }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expectFocusIn(grid(page))
})

/** Opens the list of two new analyses and chooses both. */
async function openChosen(openPage: OpenPage, server: TestServer, numbers: readonly string[]) {
  for (const number of numbers) await buildAnalysis(server, number)
  const search = numbers[0]?.replace(/^\d+/, '') ?? ''
  const page = await openList(openPage, 'analysis', { Court: '1', Status: 'Pending', search })
  await expect(rowsOf(page)).toHaveCount(numbers.length)
  await expectLive(page)
  await page.getByRole('checkbox', { name: list.rows.chooseAll }).click()
  await expect(chosen(page, numbers.length)).toBeVisible()
  return page
}

const chosen = (page: Page, count: number) =>
  page.getByRole('status').filter({ hasText: stripDirectionMarks(list.rows.chosen(count)) })

test('rows are chosen until they leave the list, and the focus returns to the list when none is chosen', async ({
  openPage,
  server,
  colleague,
}) => {
  const numbers = ['1/LF/2031', '2/LF/2031']
  const page = await openChosen(openPage, server, numbers)
  const id = Number(await rowsOf(page).first().getAttribute('data-row'))
  await colleague.call('analysis/cancel', { id, version: 1 })
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(chosen(page, 1)).toBeVisible()
  await page.getByRole('button', { name: list.rows.chooseNone }).click()
  await expectFocusIn(grid(page))
  await deleteAnalyses(server, numbers)
})

test('chosen rows are no longer chosen once another search hides them', nightly, async ({ openPage, server }) => {
  const numbers = ['1/LH/2031', '2/LH/2031']
  const page = await openChosen(openPage, server, numbers)
  await quickSearch(page).fill('1/LH/2031')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: list.rows.chooseNone })).toHaveCount(0)
  await quickSearch(page).fill('LH/2031')
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(chosen(page, 2)).toHaveCount(0)
  await deleteAnalyses(server, numbers)
})

test(
  'rows stay where they are while some are chosen, so that the next one is chosen where it stood',
  nightly,
  async ({ openPage, server }) => {
    const numbers = ['1/LJ/2031', '2/LJ/2031']
    for (const number of numbers) await buildAnalysis(server, number)
    const page = await openList(openPage, 'analysis', { Court: '1', Status: 'Pending', search: '/LJ/2031' })
    await expect(rowsOf(page)).toHaveCount(2)
    const boxes = rowsOf(page).getByRole('checkbox')
    const places = await boxes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    const clickAt = ({ x, y, width, height }: DOMRect) => page.mouse.click(x + width / 2, y + height / 2)
    for (const [index, place] of places.entries()) {
      await clickAt(place)
      await expect(chosen(page, index + 1)).toBeInViewport()
    }
    for (const place of places) await clickAt(place)
    await expect(page.getByRole('button', { name: list.rows.chooseNone })).toHaveCount(0)
    await deleteAnalyses(server, numbers)
  },
)

test('an action on several rows shows how many are done, and does not begin twice', async ({ openPage, server }) => {
  const numbers = ['1/LG/2031', '2/LG/2031']
  const page = await openChosen(openPage, server, numbers)
  const held = [deferred(), deferred()]
  let calls = 0
  await page.route('**/api/analysis/runAnalysis', async (route) => {
    const { promise } = held[calls++] ?? deferred()
    await promise
    await route.fallback()
  })
  const analyze = page.getByRole('button', { name: stripDirectionMarks(bulk.label(list.analysis.analyze, 2)) })
  await analyze.click()
  await expect(analyze).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: list.rows.chooseNone })).toBeDisabled()
  held[0]?.resolve()
  await expect(page.getByRole('status').filter({ hasText: '1 / 2' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  held[1]?.resolve()
  await expect(analyze).toHaveCount(0)
  await expectFocusIn(grid(page))
  expect(calls).toBe(2)
  await deleteAnalyses(server, numbers)
})

test('a form that is saved in the list loads its record once', nightly, async ({ openPage, server }) => {
  const word = await buildCourts(server)
  const page = await openList(openPage, 'courts', { search: word })
  await choose(page, 0, list.edit)
  const name = page.getByRole('dialog').getByRole('textbox').first()
  await expect(name).toBeVisible()
  await page.waitForLoadState('networkidle')
  let finds = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/courts/find')) finds += 1
  })
  await name.fill(`${word} d`)
  await page.getByRole('dialog').getByRole('button', { name: dv.form.save }).click()
  await expect(
    cell(page, 0, 'name')
      .or(cell(page, 1, 'name'))
      .filter({ hasText: `${word} d` }),
  ).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  expect(finds).toBe(1)
})
