import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnalysisStatus, analysisStatuses } from '#shared/resources/analysis.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildAnalysis } from './analyses.ts'
import { type Another, another } from './another.ts'
import { startBrowser } from './browser.ts'
import { dialog } from './formActions.ts'
import { choose, menuOf, openList, rowsOf, toast } from './lists.ts'

/** What the specification says of rows that stay, and of what the menu of a row does not offer. */

const { actions, errors, form, list } = dv
let browser: Browser
let colleague: Another
const database = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })

beforeAll(async () => {
  browser = await startBrowser()
  colleague = await another()
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await browser.close()
})

describe('the rows of a record', () => {
  const label = caseFiles.fields.case_numbers.label.dv
  const row = (page: Page, place: number) =>
    dialog(page).getByRole('group', { name: form.rows.row(label, place), exact: true })
  const remove = (page: Page, place: number) =>
    row(page, place).getByRole('button', { name: form.rows.remove(label, place), exact: true })

  /** The form of a case that was saved with these numbers. */
  async function openSaved(title: string, numbers: readonly [string, ...string[]]) {
    const { id: type } = await colleague.save('caseTypes/create', { name: title })
    const case_numbers = numbers.map((number) => ({ number }))
    const { id } = await colleague.save('caseFiles/create', { court: 1, title, case_types: [type], case_numbers })
    const page = await openList(browser, 'caseFiles', { Court: '1', search: numbers[0] })
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await choose(page, 0, list.edit)
    await row(page, numbers.length).waitFor()
    return { page, numbersNow: async () => (await colleague.call('caseFiles/find', { id })).data?.['case_numbers'] }
  }

  test('are never fewer than one: the last one cannot be deleted, and says why', async () => {
    const { page } = await openSaved('އެންމެ ނަންބަރެއް', ['7301/Cv-C/2019'])
    const last = row(page, 1).getByRole('button', { name: form.rows.last, exact: true })
    await expect.poll(() => last.isDisabled()).toBe(true)

    await dialog(page)
      .getByRole('button', { name: form.rows.add(label), exact: true })
      .click()
    await expect.poll(() => remove(page, 1).isEnabled()).toBe(true)
    // What is not kept yet goes without a question.
    await remove(page, 2).click()
    await row(page, 2).waitFor({ state: 'detached' })
    await expect.poll(() => last.isDisabled()).toBe(true)
  })

  test('stay when the server does not delete them', async () => {
    const { page, numbersNow } = await openSaved('ދެ ނަންބަރު', ['7302/Cv-C/2019', '7303/Cv-C/2019'])
    const question = page.getByRole('dialog', { name: form.rows.sure })
    const removeSecond = async () => {
      await remove(page, 2).click()
      await question.getByRole('button', { name: actions.ok, exact: true }).click()
      await question.waitFor({ state: 'hidden' })
    }
    await page.route('**/api/caseFiles/partialUpdate', (route) => route.abort())
    await removeSecond()
    await toast(page, errors.network).waitFor()
    const second = row(page, 2).getByRole('textbox', { name: caseFiles.fields.case_numbers.fields.number.label.dv })
    await expect.poll(() => second.inputValue()).toBe('7303/Cv-C/2019')
    expect(await numbersNow()).toHaveLength(2)

    await page.unroute('**/api/caseFiles/partialUpdate')
    await removeSecond()
    await row(page, 2).waitFor({ state: 'detached' })
    expect(await numbersNow()).toMatchObject([{ number: '7302/Cv-C/2019' }])
  })
})

describe('the menu of an analysis', () => {
  const numberOf = (status: AnalysisStatus) => `${analysisStatuses.indexOf(status) + 1}/RM/2024`
  /** In which status an act is offered. */
  const offeredIn = async (act: string) => {
    const page = await openList(browser, 'analysis', { Status: '', search: 'RM/2024' })
    await expect.poll(() => rowsOf(page).count()).toBe(analysisStatuses.length)
    const texts = await rowsOf(page).allTextContents()
    const offered: AnalysisStatus[] = []
    for (const status of analysisStatuses) {
      const place = texts.findIndex((text) => text.includes(numberOf(status)))
      if ((await menuOf(page, place)).includes(act)) offered.push(status)
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
    }
    return offered
  }

  beforeAll(async () => {
    for (const status of analysisStatuses)
      await buildAnalysis(database, numberOf(status), status === 'Finalized' ? 'Analyzed' : status)
    // One that is finalized has its case.
    await database.query(
      `update analysis set status = 'Finalized', case_file_id = (select min(id) from case_files)
        where id = (select analysis_id from analysis_case_numbers where number = $1)`,
      [numberOf('Finalized')],
    )
  })

  test('offers to edit it unless it is finalized', async () => {
    expect(await offeredIn(list.edit)).toEqual(['Pending', 'Analyzed', 'Scanned', 'Cancelled'])
  })

  test('offers to charge nothing for it only when it is analyzed or finalized', async () => {
    expect(await offeredIn(list.analysis.markAsNonChargeable)).toEqual(['Analyzed', 'Finalized'])
  })
})
