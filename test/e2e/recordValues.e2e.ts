import { expect, type OpenPage, type Page, staff, test } from './fixtures.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { fieldMessages } from '#shared/messages.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildAnalysis, deleteAnalyses } from './analyses.ts'
import { dialog, saveForm } from './formActions.ts'
import { cell, openList, quickSearch, rowsOf, toast } from './listActions.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import type { TestServer } from './testServer.ts'
import { formUrl } from './webFolder.ts'

/** The values of a record as the user sees them, in a list, in a form and in a record that is viewed. */

const { form } = dv

type Query = Record<string, string | number>

async function show(page: Page, query: Query) {
  await page.goto(formUrl(query))
  await expect(dialog(page).locator('[data-field], dl').first()).toBeVisible()
}

async function open(openPage: OpenPage, query: Query) {
  const page = await openPage({ user: staff })
  await show(page, query)
  return page
}

type CaseValues = { status_details?: string; claimant?: string; closed_date?: string; related?: string }

/** Inserts a case file of the first court, with a related case. */
async function insertCase(
  server: TestServer,
  number: string,
  { status_details, claimant = '', closed_date, related }: CaseValues,
) {
  const rows = await server.query(
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
  return Number(rows[0]?.['id'])
}

const deleteCases = (server: TestServer, ids: number[]) =>
  server.query(`update case_files set deleted_at = now() where id = any($1)`, [ids])

/** Inserts a case file and an analysis of 9 March 2021, and deletes them after the test. */
const testDates = test.extend<{ dated: { number: string; caseFile: number; analysis: number } }>({
  dated: async ({ server }, use, { title }) => {
    const number = `99${title.length}/Cv-C/2021`
    const caseFile = await insertCase(server, number, { closed_date: '2021-03-09' })
    await buildAnalysis(server, number)
    const [row] = await server.query(
      `update analysis set date = '2021-03-09', confidence_level = 60
        where id = (select max(analysis_id) from analysis_case_numbers where number = $1) returning id::int`,
      [number],
    )
    await use({ number, caseFile, analysis: Number(row?.['id']) })
    await deleteAnalyses(server, [number])
    await deleteCases(server, [caseFile])
  },
})

const textField = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })
const save = (page: Page) => dialog(page).getByRole('button', { name: form.save, exact: true })

test('a record that is viewed has no field and no column for a null value that is hidden', async ({
  openPage,
  server,
}) => {
  const { status_details, related_cases } = caseFiles.fields
  const labels = (page: Page) => dialog(page).locator('dt').allTextContents()
  const columns = (page: Page) => dialog(page).getByRole('columnheader').allTextContents()
  const description = related_cases.fields.description.label.dv
  const empty = await insertCase(server, '9901/Cv-C/2020', {})
  const page = await open(openPage, { resource: 'caseFiles', mode: 'View', id: empty })
  await expect.poll(() => columns(page)).toContain(related_cases.fields.number.label.dv)
  expect(await columns(page)).not.toContain(description)
  expect(await labels(page)).not.toContain(status_details.label.dv)

  await test.step('a record that is viewed shows such a field and column when there is a value', async () => {
    const values = { status_details: '<p>ނިމިފައި</p>', related: '<p>އިސްތިއުނާފު</p>' }
    const filled = await insertCase(server, '9902/Cv-C/2020', values)
    await show(page, { resource: 'caseFiles', mode: 'View', id: filled })
    await expect.poll(() => columns(page)).toContain(description)
    expect(await labels(page)).toContain(status_details.label.dv)
    await deleteCases(server, [empty, filled])
  })
})

test('names of parties are listed one by one, and stored with a bar between them', async ({ openPage, server }) => {
  const { label, section } = caseFiles.fields.claimant
  const id = await insertCase(server, '9903/Cv-C/2020', { claimant: 'އަޙްމަދު|ޢަލީ' })
  const page = await open(openPage, { resource: 'caseFiles', mode: 'View', id })
  const value = dialog(page)
    .locator('div', { has: page.getByText(label.dv, { exact: true }) })
    .last()
  await expect(value.getByRole('listitem')).toHaveText(['އަޙްމަދު', 'ޢަލީ'])

  await show(page, { resource: 'caseFiles', mode: 'Update', id })
  await dialog(page).getByRole('tab', { name: caseFiles.sections[section].dv }).click()
  // A bar ends a name as Enter does.
  await dialog(page).locator('[data-field="claimant"] input:not([type="hidden"])').pressSequentially('ޙަސަން|ޒުލައިޚާ')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('tab').last().click()
  await save(page).click()
  await expect
    .poll(() => server.query(`select claimant from case_files where id = $1`, [id]))
    .toEqual([{ claimant: 'އަޙްމަދު|ޢަލީ|ޙަސަން|ޒުލައިޚާ' }])
  await deleteCases(server, [id])
})

for (const [language, day, month] of [
  ['dv', '09 މާރިޗު 2021', 'މާރިޗު 9، 2021'],
  ['en', '09 Mar 2021', 'Mar 9th, 2021'],
] as const)
  testDates(
    `a date in a list begins with the day of a case file, and with the month of an analysis (${language})`,
    nightlyUnless(language === 'dv'),
    async ({ openPage, dated }) => {
      for (const [resource, column, text] of [
        ['caseFiles', 'closed_date', day],
        ['analysis', 'date', month],
      ] as const) {
        const page = await openList(openPage, resource, {}, { language })
        await quickSearch(page).fill(dated.number)
        await quickSearch(page).press('Enter')
        await expect(rowsOf(page)).toHaveCount(1)
        await expect(cell(page, 0, column)).toHaveText(text)
      }
    },
  )

testDates('a date in a record that is viewed has the format of its list', nightly, async ({ openPage, dated }) => {
  const page = await open(openPage, { resource: 'caseFiles', mode: 'View', id: dated.caseFile })
  await expect(dialog(page).getByText('09 މާރިޗު 2021', { exact: true })).toBeVisible()
  await show(page, { resource: 'analysis', mode: 'View', id: dated.analysis })
  await expect(dialog(page).getByText('މާރިޗު 9، 2021', { exact: true })).toBeVisible()
  await expect(dialog(page).getByText('މެދުމިން', { exact: true })).toBeVisible()
})

testDates(
  'where an import took a file from is a link if it is an address of the web, and else text',
  nightly,
  async ({ openPage, server, dated }) => {
    const page = await openPage({ user: staff })
    for (const [source, links] of [
      ['2012/six.pdf', 0],
      ['https://files.example/six.pdf', 1],
    ] as const) {
      await server.query('update analysis set ext_file = $1 where id = $2', [source, dated.analysis])
      await show(page, { resource: 'analysis', mode: 'View', id: dated.analysis })
      await expect(dialog(page).getByText(source, { exact: true })).toBeVisible()
      await expect(dialog(page).getByRole('link', { name: source })).toHaveCount(links)
    }
  },
)

test('a short meaning takes at most 225 letters and shows how many are typed', nightly, async ({ openPage }) => {
  const page = await open(openPage, { resource: 'phrases', mode: 'Create' })
  const meaning = textField(page, phrases.fields.short_meaning.label.dv)
  await meaning.fill('ހ'.repeat(224))
  await meaning.pressSequentially('ށނރ')
  await expect(meaning).toHaveValue(`${'ހ'.repeat(224)}ށ`)
  await expect(dialog(page).getByText(form.letters(225, 225))).toBeVisible()
})

test(
  'a form stays or closes after it is saved, as its button and the server say',
  nightly,
  async ({ openPage, server }) => {
    const name = (page: Page) => textField(page, 'ނަން')
    const created = `މަޑުކުރާ ކޯޓު ${crypto.randomUUID()}`
    const page = await open(openPage, { resource: 'courts', mode: 'Create', stays: 'yes' })

    await test.step('a form for a new record stays, empty for the next one, when it is set to stay', async () => {
      await name(page).fill(created)
      await save(page).click()
      await expect(toast(page, form.saved)).toBeVisible()
      await expect(name(page)).toHaveValue('')
    })

    const [court] = await server.query(`select id::int from courts where name = $1`, [created])
    const query = { resource: 'courts', mode: 'Update', id: Number(court?.['id']) }
    const rename = async () => {
      await name(page).press('End')
      await name(page).pressSequentially('އ')
      await save(page).click()
    }

    await test.step('a form for a change stays unless it is set to close', async () => {
      await show(page, { ...query, stays: 'yes' })
      await rename()
      await expect(toast(page, form.saved)).toBeVisible()
      await expect(name(page)).toBeVisible()
      await show(page, query)
      await rename()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('a form closes also when the response of the server says so', async () => {
      await show(page, { ...query, stays: 'yes' })
      const data = { id: query.id, version: 99, name: 'ކޯޓު' }
      await page.route('**/api/courts/update', (route) =>
        route.fulfill({ json: { Status: 'success', Message: '', data, closeModal: true } }),
      )
      await rename()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
    await server.query(`delete from courts where id = $1`, [query.id])
  },
)

test('a text that is pasted over the limit of its field stays whole, and its field says how long it may be', async ({
  openPage,
}) => {
  const page = await open(openPage, { resource: 'phrases', mode: 'Create' })
  const meaning = dialog(page).getByLabel(phrases.fields.short_meaning.label.dv)
  const pasted = 'މާނަ '.repeat(60).trim()
  await meaning.focus()
  await page.keyboard.insertText(pasted)
  await expect(meaning).toHaveValue(pasted)
  await saveForm(page)
  const maximum = String(phrases.fields.short_meaning.max)
  const refusal = fieldMessages['too-long'][0].replace('{maximum}', maximum)
  await expect(dialog(page).getByRole('alert').filter({ hasText: refusal })).toBeVisible()
  await expect(meaning).toHaveValue(pasted)
})
