import { randomInt } from 'node:crypto'
import { expect, type Locator, type Page, staff, test } from './fixtures.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { resources } from '#shared/resources/index.ts'
import { inLanguage, successMessages } from '#shared/messages.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { buildAnalysis, deleteAnalyses } from './analyses.ts'
import type { TestServer } from './testServer.ts'
import { isNightly } from '#test/isNightly.ts'
import { nightly } from './nightly.ts'
import { axe, expectFocusIn } from './pageActions.ts'
import {
  cell,
  choose,
  expectLoaded,
  grid,
  openList,
  openMenu,
  openReadableCase,
  pathOf,
  quickSearch,
  rowsOf,
  toast,
  kindsOfList,
} from './listActions.ts'

const words = dv.list

const phone = { width: 390, height: 800 }
const cards = (page: Page) => page.getByRole('article')
/** The cell that has the focus, as `row:column`. */
const focusedCell = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell') ?? 'outside')

test('rows are accessible cards on a narrow screen', async ({ openPage }) => {
  const page = await openPage({ ...phone, user: staff })
  const lists = resources.filter(({ name }) => isNightly || kindsOfList.includes(name))
  for (const { name, label } of lists) {
    await page.goto(pathOf(name))
    await expect(page.getByRole('heading', { level: 1, name: label.many.dv, exact: true })).toBeVisible()
    await expectLoaded(page)
    await expect(grid(page)).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    expect(await axe(page), name).toEqual([])
  }
})

test('cards of case files have the case numbers as heading, and no statuses', async ({ openPage, colleague }) => {
  const number = `${randomInt(1e9)}/Cv-C/2024`
  const choices = async (resource: string) =>
    (await colleague.call(`${resource}/get`, {})).data as unknown as { id: number }[]
  await colleague.save('caseFiles/create', {
    court: 1,
    title: 'ކާޑެއް',
    case_numbers: [{ number }],
    case_types: [(await choices('caseTypes'))[0]?.id],
    statuses: [(await choices('caseStatuses'))[0]?.id],
  })
  const page = await openList(openPage, 'caseFiles', { search: number }, phone)
  await expect(cards(page)).toHaveCount(1)
  const first = cards(page).first()
  await expect(first.getByRole('heading')).toHaveText(/\d+\/\S+\/\d+/)
  await expect(first.getByText('ސުރުޚީ', { exact: true })).toHaveCount(1)
  await expect(first.getByText('ޙާލަތުތައް')).toHaveCount(0)
})

test('a file name in Latin letters stands at the start of its card', nightly, async ({ openPage, server }) => {
  await buildAnalysis(server, '1/LC/2033')
  const page = await openList(openPage, 'analysis', { Status: '', search: '1/LC/2033' }, phone)
  const value = cards(page).locator('dd').filter({ hasText: 'a.pdf' })
  /** How far the text begins from the start of its column, in pixels. */
  const gap = await value.evaluate((column) => {
    const range = document.createRange()
    range.selectNodeContents(document.createTreeWalker(column, NodeFilter.SHOW_TEXT).nextNode() ?? column)
    return column.getBoundingClientRect().right - range.getBoundingClientRect().right
  })
  expect(gap).toBeLessThan(2)
  await deleteAnalyses(server, ['1/LC/2033'])
})

test('warnings under a long number do not touch the border', nightly, async ({ openPage, server }) => {
  const number = '12345/Cv-LW/2033'
  await buildAnalysis(server, number)
  await server.query(
    `insert into analysis_warnings (analysis_id, description, position)
     select analysis_id, 'x', 1 from analysis_case_numbers where number = $1`,
    [number],
  )
  const page = await openList(openPage, 'analysis', { Status: '', search: number }, { width: 1440, height: 900 })
  const row = cell(page, 0, 'case_numbers_text')
  const bottoms = async (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().bottom)
  const badge = row.getByRole('img', { name: words.analysis.warnings(1) })
  expect((await bottoms(row)) - (await bottoms(badge))).toBeGreaterThan(3)
  await deleteAnalyses(server, [number])
})

test('the choice of columns names those that are left out for their width', nightly, async ({ openPage }) => {
  const page = await openList(openPage, 'caseFiles', {}, { width: 1000 })
  await page.getByRole('button', { name: words.columns, exact: true }).click()
  const column = page.getByRole('checkbox', { name: caseFiles.fields.court.label.dv, exact: true })
  await expect(column).toHaveAccessibleDescription(words.leftOut)
  await page.setViewportSize({ width: 1700, height: 900 })
  await expect(column).not.toHaveAccessibleDescription(words.leftOut)
})

test('in a grid that scrolls sideways the focused cell is not under the columns that stay in view', async ({
  openPage,
}) => {
  const page = await openList(openPage, 'permissions', {}, { width: 720 })
  const headings = grid(page).getByRole('columnheader')
  await headings.first().focus()
  const overflow = () => grid(page).evaluate((one) => one.scrollWidth - one.clientWidth)
  for (let steps = 0; steps < 60 && (await overflow()) < 100; steps++) await page.keyboard.press('Shift+ArrowLeft')
  for (let column = 1; column < (await headings.count()) - 1; column++) {
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focusedCell(page)).toBe(`0:${column}`)
    expect(await headings.nth(column).evaluate(coveredPixels), `column ${column}`).toBe(0)
  }
})

/** Runs in the browser: how much of a heading the sticky ones of its row cover. */
function coveredPixels(heading: Element) {
  const { left, right } = heading.getBoundingClientRect()
  const sticky = [...(heading.parentElement?.children ?? [])].filter(
    (one) => one !== heading && getComputedStyle(one).position === 'sticky',
  )
  const covered = sticky.map((one) => {
    const box = one.getBoundingClientRect()
    return Math.floor(Math.min(right, box.right) - Math.max(left, box.left))
  })
  return Math.max(0, ...covered)
}

test('cards have the actions of the row', async ({ openPage, server }) => {
  await server.query(`insert into courts (name) values ('ކާޑު ކޯޓު')`)
  const page = await openList(openPage, 'courts', { search: 'ކާޑު ކޯޓު' }, phone)
  await cards(page).first().getByRole('button').click()
  await page.getByRole('menuitem', { name: words.remove }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.remove }).click()
  await expect(toast(page, words.removed)).toBeVisible()
  await expect(page.getByText(words.nothing)).toBeVisible()
})

test('a row is found, edited, and its menu opened by keyboard alone', nightly, async ({ openPage, server }) => {
  await server.query(`insert into courts (name) values ('ކީބޯޑު ކޯޓު')`)
  const page = await openList(openPage, 'courts')
  await quickSearch(page).focus()
  await page.keyboard.type('ކީބޯޑު')
  await expect(rowsOf(page)).toHaveCount(1)
  for (let steps = 0; steps < 6 && (await focusedCell(page)) === 'outside'; steps++) await page.keyboard.press('Tab')
  await expect.poll(() => focusedCell(page)).toBe('0:0')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedCell(page)).toBe('1:0')
  await page.keyboard.press('Space')
  await expect(rowsOf(page).first()).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press('Enter')
  await expectFocusIn(cell(page, 0, 'name').getByRole('textbox'))
  await page.keyboard.press('End')
  await page.keyboard.type(' ދެވަނަ')
  await page.keyboard.press('Enter')
  await expect(toast(page, words.saved)).toBeVisible()
  await expect(cell(page, 0, 'name')).toHaveText('ކީބޯޑު ކޯޓު ދެވަނަ')
  await expect.poll(() => focusedCell(page)).toBe('1:0')

  await page.keyboard.press('End')
  await expect.poll(() => focusedCell(page)).toBe('1:1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedCell(page)).toBe('1:1')
})

test('arrow keys follow the reading direction, and the grid is one stop of the Tab key', async ({ openPage }) => {
  const page = await openList(openPage, 'permissions')
  await expect(rowsOf(page).first()).toBeVisible()
  await grid(page).locator('[data-cell="0:0"]').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focusedCell(page)).toBe('0:1')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+End')
  await expect.poll(() => focusedCell(page)).toBe('10:2')
  await page.keyboard.press('Control+Home')
  await expect.poll(() => focusedCell(page)).toBe('0:0')
  await page.keyboard.press('PageDown')
  await expect.poll(() => focusedCell(page)).toBe('10:0')
  await expect(grid(page).locator('[tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedCell(page)).toBe('outside')
})

test('an analysis offers the actions of its status, shows its warnings, and is cancelled after a confirmation', async ({
  openPage,
  server,
}) => {
  await buildAnalyses(server)
  const page = await openList(openPage, 'analysis', { Status: '', search: 'LS/2024' })
  await expect(rowsOf(page)).toHaveCount(2)
  const row = async (number: string) => {
    const texts = await rowsOf(page).allTextContents()
    return texts.findIndex((text) => text.includes(number))
  }
  await expect(rowsOf(page).first()).toBeVisible()
  await expect(page.getByRole('img', { name: words.analysis.warnings(1) })).toBeVisible()
  expect(await openMenu(page, await row('1/LS/2024'))).toEqual([
    words.view,
    words.edit,
    words.read,
    words.analysis.analyze,
    words.analysis.download,
    words.analysis.cancel,
    words.remove,
  ])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  expect(await openMenu(page, await row('2/LS/2024'))).not.toContain(words.analysis.cancel)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await choose(page, await row('1/LS/2024'), words.analysis.cancel)
  await page.getByRole('dialog').getByRole('button', { name: dv.actions.yes, exact: true }).click()
  await expect(toast(page, words.analysis.done)).toBeVisible()
  // The row follows the change as a live event.
  const offered = async () => {
    const actions = await openMenu(page, await row('1/LS/2024'))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    return actions
  }
  await expect.poll(offered).not.toContain(words.analysis.cancel)
})

for (const language of ['dv', 'en'] as const)
  test(
    `an analysis that is started waits, with the message of the server (${language})`,
    nightly,
    async ({ openPage, server }) => {
      const { analysis } = { dv, en }[language].list
      const { waiting, running } = analysisStrings[language]
      const waits = (page: Page) =>
        cell(page, 0, 'status').filter({ hasText: new RegExp(`${waiting(undefined)}|${running}`) })
      const number = language === 'dv' ? '3/AN/2024' : '4/AN/2024'
      await buildAnalysis(server, number)
      const page = await openList(openPage, 'analysis', { Status: '', search: number }, { language })
      await expect(rowsOf(page)).toHaveCount(1)
      await choose(page, 0, analysis.analyze)
      await expect(
        page.getByText(inLanguage(successMessages['analysis-waits'], language), { exact: true }),
      ).toBeVisible()
      await expect(waits(page)).toBeVisible()
      const offered = await openMenu(page, 0)
      expect([analysis.analyze, analysis.reanalyze].filter((act) => offered.includes(act))).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)

      // Its file is not stored: this is what the worker would write at the end of a run.
      await server.query(
        `with ended as (
         update analysis_runs set state = 'done', finished_at = now(), run_token = null, leased_until = null
          where analysis_id = (select analysis_id from analysis_case_numbers where number = $1)
         returning analysis_id)
       update analysis set status = 'Analyzed' where id in (select analysis_id from ended)`,
        [number],
      )
      await page.reload()
      await expect(rowsOf(page)).toHaveCount(1)
      await expect(waits(page)).toHaveCount(0)
      await choose(page, 0, analysis.reanalyze)
      await expect(waits(page)).toBeVisible()
    },
  )

async function buildAnalyses(server: TestServer) {
  await server.query(`
    with pdf as (
      insert into files (sha256, name, media_type, size, type)
      values (sha256('lists'), 'a.pdf', 'application/pdf', 1, 'Permanent') returning id),
    made as (
      insert into analysis (court_id, pdf_file_id, status)
      select 1, id, status from pdf, unnest(array['Pending', 'Cancelled']) as status returning id, status),
    numbered as (
      insert into analysis_case_numbers (analysis_id, number, position)
      select id, case status when 'Pending' then '1/LS/2024' else '2/LS/2024' end, 1 from made)
    insert into analysis_warnings (analysis_id, description, position)
    select id, 'x', 1 from made where status = 'Pending'`)
}

test('a judgment is read over its list, and closed again', nightly, async ({ openPage, server }) => {
  const page = await openReadableCase(openPage, server)
  await choose(page, 0, words.read)
  await expect(page.getByRole('dialog').getByRole('article')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
