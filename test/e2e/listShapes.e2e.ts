import { randomInt } from 'node:crypto'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import { successMessages } from '#shared/messages.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { buildAnalysis } from './analyses.ts'
import { another } from './another.ts'
import { axe, home, newPage, startBrowser, takesFocus } from './browser.ts'
import {
  cell,
  choose,
  grid,
  isListed,
  menuOf,
  openList,
  pathOf,
  quickSearch,
  rowsOf,
  signInStaff,
  toast,
} from './lists.ts'

const words = dv.list

let browser: Browser
const database = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })

beforeAll(async () => {
  browser = await startBrowser()
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await browser.close()
})

const phone = { width: 390, height: 800 }
const cards = (page: Page) => page.getByRole('article')
/** What has the focus: the place of the cell, as its row and its column. */
const place = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell') ?? 'outside')

describe('cards', () => {
  test('stand for the rows of every list on a narrow screen, and axe finds nothing', async () => {
    const page = await newPage(browser, phone)
    await signInStaff(page)
    for (const { name, label } of resources) {
      await page.goto(`${home()}${pathOf(name)}`)
      await page.getByRole('heading', { level: 1, name: label.many.dv, exact: true }).waitFor()
      await isListed(page)
      expect(await grid(page).count()).toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
      expect(await axe(page), name).toEqual([])
    }
  })

  test('of case files are headed by the numbers, without the statuses', async () => {
    const number = `${randomInt(1e9)}/Cv-C/2024`
    const office = await another()
    const choices = async (resource: string) =>
      (await office.call(`${resource}/get`, {})).data as unknown as { id: number }[]
    await office.save('caseFiles/create', {
      court: 1,
      title: 'ކާޑެއް',
      case_numbers: [{ number }],
      case_types: [(await choices('caseTypes'))[0]?.id],
      statuses: [(await choices('caseStatuses'))[0]?.id],
    })
    const page = await openList(browser, 'caseFiles', { search: number }, phone)
    await expect.poll(() => cards(page).count()).toBe(1)
    const first = cards(page).first()
    expect(await first.getByRole('heading').textContent()).toMatch(/\d+\/\S+\/\d+/)
    expect(await first.getByText('ސުރުޚީ', { exact: true }).count()).toBe(1)
    expect(await first.getByText('ޙާލަތުތައް').count()).toBe(0)
  })

  test('are turned ten at a time, and a page that is typed must be one', async () => {
    const page = await openList(browser, 'courts', {}, phone)
    await expect.poll(() => cards(page).count()).toBe(10)
    const first = await cards(page).first().textContent()
    await page.getByRole('button', { name: dv.pager.next }).click()
    await expect.poll(() => cards(page).first().textContent()).not.toBe(first)
    const field = page.getByRole('navigation', { name: dv.pager.label }).getByRole('textbox')
    await field.fill('999')
    await page.getByRole('alert').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
  })

  test('begin at the first page again when another takes the last card of the last one away', async () => {
    await database.query(`insert into judges (name) select 'ސަފްޙާ ' || n from generate_series(1, 21) as n`)
    const page = await openList(browser, 'judges', { search: 'ސަފްޙާ', page: '2' }, phone)
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['live'])).toBe('connected')
    await expect.poll(() => cards(page).count()).toBe(10)
    const { rows } = await database.query<{ id: number }>(`select id from judges where name = 'ސަފްޙާ 1'`)
    await (await another()).call('judges/delete', { id: Number(rows[0]?.id) })
    await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe(null)
    await cards(page).getByText('ސަފްޙާ 21', { exact: true }).waitFor()
  })

  test('have the actions of the row', async () => {
    await database.query(`insert into courts (name) values ('ކާޑު ކޯޓު')`)
    const page = await openList(browser, 'courts', { search: 'ކާޑު ކޯޓު' }, phone)
    await cards(page).first().getByRole('button').click()
    await page.getByRole('menuitem', { name: words.remove }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.remove }).click()
    await toast(page, words.removed).waitFor()
    await page.getByText(words.nothing).waitFor()
  })
})

describe('by keyboard alone', () => {
  test('a row is found, its cell reached, edited and left, and its menu opened', async () => {
    await database.query(`insert into courts (name) values ('ކީބޯޑު ކޯޓު')`)
    const page = await openList(browser, 'courts')
    await quickSearch(page).focus()
    await page.keyboard.type('ކީބޯޑު')
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    for (let steps = 0; steps < 6 && (await place(page)) === 'outside'; steps++) await page.keyboard.press('Tab')
    await expect.poll(() => place(page)).toBe('0:0')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => place(page)).toBe('1:0')
    await page.keyboard.press('Space')
    await expect.poll(() => rowsOf(page).first().getAttribute('aria-selected')).toBe('true')

    await page.keyboard.press('Enter')
    await takesFocus(cell(page, 0, 'name').getByRole('textbox'))
    await page.keyboard.press('End')
    await page.keyboard.type(' ދެވަނަ')
    await page.keyboard.press('Enter')
    await toast(page, words.saved).waitFor()
    await expect.poll(() => cell(page, 0, 'name').textContent()).toBe('ކީބޯޑު ކޯޓު ދެވަނަ')
    await expect.poll(() => place(page)).toBe('1:0')

    await page.keyboard.press('End')
    await expect.poll(() => place(page)).toBe('1:1')
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => place(page)).toBe('1:1')
  })

  test('the arrows follow the direction of reading, and the grid is one stop of the Tab key', async () => {
    const page = await openList(browser, 'permissions')
    await rowsOf(page).first().waitFor()
    await grid(page).locator('[data-cell="0:0"]').focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => place(page)).toBe('0:1')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+End')
    await expect.poll(() => place(page)).toBe('10:2')
    await page.keyboard.press('Control+Home')
    await expect.poll(() => place(page)).toBe('0:0')
    await page.keyboard.press('PageDown')
    await expect.poll(() => place(page)).toBe('10:0')
    expect(await grid(page).locator('[tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('Tab')
    await expect.poll(() => place(page)).toBe('outside')
  })
})

describe('analyses', () => {
  test('offer what their status allows, show their warnings, and are cancelled after a question', async () => {
    await buildAnalyses()
    const page = await openList(browser, 'analysis', { Status: '', search: 'LS/2024' })
    await expect.poll(() => rowsOf(page).count()).toBe(2)
    const row = async (number: string) => {
      const texts = await rowsOf(page).allTextContents()
      return texts.findIndex((text) => text.includes(number))
    }
    await rowsOf(page).first().waitFor()
    await page.getByRole('img', { name: words.analysis.warnings(1) }).waitFor()
    expect(await menuOf(page, await row('1/LS/2024'))).toEqual([
      words.view,
      words.edit,
      words.read,
      words.analysis.analyze,
      words.analysis.download,
      words.analysis.cancel,
      words.remove,
    ])
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await menuOf(page, await row('2/LS/2024'))).not.toContain(words.analysis.cancel)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await choose(page, await row('1/LS/2024'), words.analysis.cancel)
    await page.getByRole('dialog').getByRole('button', { name: dv.actions.yes, exact: true }).click()
    await toast(page, words.analysis.done).waitFor()
    // The row is told of it as of any other change.
    const offered = async () => {
      const acts = await menuOf(page, await row('1/LS/2024'))
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      return acts
    }
    await expect.poll(offered).not.toContain(words.analysis.cancel)
  })

  test.each(['dv', 'en'] as const)('are run when asked to: the row waits, with the words of the server (%s)', async (language) => {
    const { analysis } = { dv, en }[language].list
    const number = language === 'dv' ? '3/AN/2024' : '4/AN/2024'
    await buildAnalysis(database, number)
    const page = await openList(browser, 'analysis', { Status: '', search: number }, { language })
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await choose(page, 0, analysis.analyze)
    await page.getByText(successMessages['analysis-waits'][language === 'dv' ? 0 : 1], { exact: true }).waitFor()
    await page.getByRole('img', { name: analysis.waits }).waitFor()
    const offered = await menuOf(page, 0)
    expect([analysis.analyze, analysis.reanalyze].filter((act) => offered.includes(act))).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })

    // Nothing else runs it here: what is written is what a runner writes at its end.
    await database.query(
      `update analysis set status = 'Analyzed'
        where id = (select analysis_id from analysis_case_numbers where number = $1)`, [number])
    await page.reload()
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    expect(await page.getByRole('img', { name: analysis.waits }).count()).toBe(0)
    await choose(page, 0, analysis.reanalyze)
    await page.getByRole('img', { name: analysis.waits }).waitFor()
  }) // prettier-ignore
})

async function buildAnalyses() {
  await database.query(`
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

describe('a judgment', () => {
  test('is read over its list, and closed again', async () => {
    // One that has a text: the first of the list may be another test's.
    const { rows } = await database.query<{ number: string }>(
      `select number
         from case_files
         join case_numbers on case_file_id = case_files.id
        where court_id = 1 and deleted_at is null and case_content is not null
        order by case_files.id
        limit 1`,
    )
    const page = await openList(browser, 'caseFiles', { search: rows[0]?.number ?? '' })
    await rowsOf(page).first().waitFor()
    await choose(page, 0, words.read)
    await page.getByRole('dialog').getByRole('article').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
