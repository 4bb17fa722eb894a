import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildAnalysis } from './analyses.ts'
import { newPage, signIn, startBrowser } from './browser.ts'
import { dialog } from './formActions.ts'
import { cell, openList, quickSearch, rowsOf } from './lists.ts'
import { buildStage, stageUrl } from './stage/build.ts'

/** What the specification says of the values of a record, as a person sees them. */

const { form } = dv
let browser: Browser
let put: Awaited<ReturnType<typeof buildStage>>
const database = new pg.Client({ connectionString: process.env['HUKUM_DATABASE_URL'] })

beforeAll(async () => {
  browser = await startBrowser()
  put = await buildStage()
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await browser.close()
})

async function open(query: Record<string, string | number>) {
  const page = await newPage(browser)
  await put(page)
  await signIn(page, 'admin@hukum.test', 'hukum-demo-2026', { remember: true })
  await page.goto(stageUrl(query))
  await dialog(page).locator('[data-field], dl').first().waitFor()
  return page
}

type Row = { status_details?: string; claimant?: string; closed_date?: string; related?: string }

/** A case file of the first court, with a related case. */
async function insertCase(number: string, { status_details, claimant = '', closed_date, related }: Row) {
  const { rows } = await database.query<{ id: string }>(
    `with made as (
       insert into case_files (court_id, status_details, claimant, closed_date)
       select min(id), $2, $3, $4 from courts returning id),
     typed as (insert into case_file_types (case_file_id, case_type_id) select made.id, min(case_types.id) from made, case_types group by 1),
     numbered as (insert into case_numbers (case_file_id, position, number, key) select id, 0, $1, $1 from made)
     insert into related_cases (case_file_id, position, type_id, number, key, description)
     select made.id, 0, (select min(id) from relation_types), '1/HC-A/2001', 'HC-A/2001/1', $5 from made
     returning case_file_id as id`,
    [number, status_details ?? null, claimant, closed_date ?? null, related ?? null],
  )
  return Number(rows[0]?.id)
}

const named = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })
const save = (page: Page) => dialog(page).getByRole('button', { name: form.save, exact: true })

describe('a record that is read', () => {
  const { status_details, related_cases } = caseFiles.fields
  const labels = (page: Page) => dialog(page).locator('dt').allTextContents()
  const columns = (page: Page) => dialog(page).getByRole('columnheader').allTextContents()
  const description = related_cases.fields.description.label.dv

  test('has no field and no column for what is hidden when it is null', async () => {
    const page = await open({ resource: 'caseFiles', mode: 'View', id: await insertCase('9901/Cv-C/2020', {}) })
    await expect.poll(() => columns(page)).toContain(related_cases.fields.number.label.dv)
    expect(await columns(page)).not.toContain(description)
    expect(await labels(page)).not.toContain(status_details.label.dv)
  })

  test('shows it where there is something', async () => {
    const filled = { status_details: '<p>ނިމިފައި</p>', related: '<p>އިސްތިއުނާފު</p>' }
    const page = await open({ resource: 'caseFiles', mode: 'View', id: await insertCase('9902/Cv-C/2020', filled) })
    await expect.poll(() => columns(page)).toContain(description)
    expect(await labels(page)).toContain(status_details.label.dv)
  })
})

describe('names of parties', () => {
  const { label, section } = caseFiles.fields.claimant

  test('are read one by one, and kept with a bar between them', async () => {
    const id = await insertCase('9903/Cv-C/2020', { claimant: 'އަޙްމަދު|ޢަލީ' })
    const page = await open({ resource: 'caseFiles', mode: 'View', id })
    const value = dialog(page).locator('div', { has: page.getByText(label.dv, { exact: true }) }).last()
    await expect.poll(() => value.getByRole('listitem').allTextContents()).toEqual(['އަޙްމަދު', 'ޢަލީ'])

    await page.goto(stageUrl({ resource: 'caseFiles', mode: 'Update', id }))
    await dialog(page).getByRole('tab', { name: caseFiles.sections[section].dv }).click()
    // A bar ends a name as Enter does.
    await dialog(page).locator('[data-field="claimant"] input:not([type="hidden"])').pressSequentially('ޙަސަން|ޒުލައިޚާ')
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('tab').last().click()
    await save(page).click()
    const kept = async () => (await database.query<{ claimant: string }>(`select claimant from case_files where id = $1`, [id])).rows
    await expect.poll(kept).toEqual([{ claimant: 'އަޙްމަދު|ޢަލީ|ޙަސަން|ޒުލައިޚާ' }])
  })
}) // prettier-ignore

describe('a day in a list', () => {
  test.each([
    ['dv', '09 މާރިޗު 2021', 'މާރިޗު 9، 2021'],
    ['en', '09 Mar 2021', 'Mar 9th, 2021'],
  ] as const)('begins with the day of a case file, and with the month of an analysis (%s)', async (language, day, month) => {
    const [ofCase, ofAnalysis] = [`${language === 'dv' ? 9904 : 9905}/Cv-C/2021`, `${language === 'dv' ? 9906 : 9907}/Cv-C/2021`]
    await insertCase(ofCase, { closed_date: '2021-03-09' })
    await buildAnalysis(database, ofAnalysis)
    await database.query(
      `update analysis set date = '2021-03-09'
        where id = (select analysis_id from analysis_case_numbers where number = $1)`,
      [ofAnalysis],
    )
    for (const [resource, number, column, text] of [
      ['caseFiles', ofCase, 'closed_date', day],
      ['analysis', ofAnalysis, 'date', month],
    ] as const) {
      const page = await openList(browser, resource, {}, { language })
      await quickSearch(page).fill(number)
      await quickSearch(page).press('Enter')
      await expect.poll(() => rowsOf(page).count()).toBe(1)
      await expect.poll(() => cell(page, 0, column).textContent()).toBe(text)
    }
  })
}) // prettier-ignore

test('a day that is read stands in the format of its list', async () => {
  const ofCase = await insertCase('9908/Cv-C/2021', { closed_date: '2021-03-09' })
  await buildAnalysis(database, '9909/Cv-C/2021')
  const ofAnalysis = await database.query<{ id: number }>(
    `update analysis set date = '2021-03-09', confidence_level = 60
      where id = (select analysis_id from analysis_case_numbers where number = '9909/Cv-C/2021') returning id::int`,
  )
  const caseFile = await open({ resource: 'caseFiles', mode: 'View', id: ofCase })
  await dialog(caseFile).getByText('09 މާރިޗު 2021', { exact: true }).waitFor()
  const analyzed = await open({ resource: 'analysis', mode: 'View', id: ofAnalysis.rows[0]?.id ?? 0 })
  await dialog(analyzed).getByText('މާރިޗު 9، 2021', { exact: true }).waitFor()
  await dialog(analyzed).getByText('މެދުމިން', { exact: true }).waitFor()
})

test('a short meaning takes 225 letters and no more, and says how many are written', async () => {
  const { short_meaning } = phrases.fields
  const page = await open({ resource: 'phrases', mode: 'Create' })
  const box = named(page, short_meaning.label.dv)
  await box.fill('ހ'.repeat(224))
  await box.pressSequentially('ށނރ')
  expect(await box.inputValue()).toBe(`${'ހ'.repeat(224)}ށ`)
  await dialog(page).getByText(form.letters(225, 225)).waitFor()
})

describe('a form that was saved', () => {
  const courts = { resource: 'courts', mode: 'Update', id: 0 }
  // A court of its own: the others go by the names of the library's.
  beforeAll(async () => {
    const made = await database.query<{ id: number }>(`insert into courts (name) values ('ބަދަލުވާ ކޯޓު') returning id::int`)
    courts.id = made.rows[0]?.id ?? 0
  })
  const rename = async (page: Page) => {
    await named(page, 'ނަން').press('End')
    await named(page, 'ނަން').pressSequentially('އ')
    await save(page).click()
  }
  const saved = (page: Page) =>
    page.getByRole('region', { name: dv.toasts.label }).getByText(form.saved, { exact: true }).waitFor()

  test('for a new record stays, empty for the next one, when it is told to', async () => {
    const page = await open({ resource: 'courts', mode: 'Create', stays: 'yes' })
    await named(page, 'ނަން').fill('މަޑުކުރާ ކޯޓު')
    await save(page).click()
    await saved(page)
    await expect.poll(() => named(page, 'ނަން').inputValue()).toBe('')
  })

  test('for a change stays, unless it is told to close', async () => {
    const page = await open({ ...courts, stays: 'yes' })
    await rename(page)
    await saved(page)
    expect(await named(page, 'ނަން').isVisible()).toBe(true)
    await page.goto(stageUrl(courts))
    await rename(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('closes also when the server says so', async () => {
    const page = await open({ ...courts, stays: 'yes' })
    const data = { id: courts.id, version: 99, name: 'ކޯޓު' }
    await page.route('**/api/courts/update', (route) =>
      route.fulfill({ json: { Status: 'success', Message: '', data, closeModal: true } }),
    )
    await rename(page)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})
