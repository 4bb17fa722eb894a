import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { cloneDatabase, type TestDatabase } from '../database.ts'
import { buildUser, password } from '../factories.ts'
import { buildFourteenth } from '../fourteenth/house.ts'
import { hearings } from '../fourteenth/hearings.ts'
import { openProcesses } from '../processes.ts'
import { logIn } from './acts.ts'
import { axe, newPage, startBrowser } from './browser.ts'
import { hands, takeOption } from './hands.ts'
import { cell, choose, keepToast, quickSearch, rowsOf, toast } from './lists.ts'

/** What `test/fourteenth.test.ts` shows of the calls, on the screen: a list and a form that nobody has written. */

const { published, decided_at, held_on } = hearings.fields

const secrets = { token_key: 'k'.repeat(43), code_key: 'B'.repeat(43), database_password: 'C'.repeat(43) }
const house = buildFourteenth()
let browser: Browser
let database: TestDatabase
let processes: ReturnType<typeof openProcesses>
let page: { address: string; email: string }

beforeAll(async () => {
  const build = `import { buildWeb } from '${join(house.root, 'scripts/buildWeb.ts')}'\nawait buildWeb({ say: () => undefined })`
  execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: house.root, stdio: 'ignore' })
  browser = await startBrowser()
  database = await cloneDatabase(JSON.parse(process.env['HUKUM_CLUSTER'] ?? '') as Parameters<typeof cloneDatabase>[0])
  processes = openProcesses({ databaseUrl: database.url, secrets }, house.root)
  const { port } = await processes.start()
  const can = ['read', 'create', 'update', 'delete'].map((action) => `${action}-hearings`)
  const email = await buildUser(database.url, { can: [...can, 'read-caseFiles'] })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`insert into courts (name) values ('ސިވިލް ކޯޓު')`)
  await client.end()
  page = { address: `http://127.0.0.1:${port}`, email }
  // The web is built once more for it, which takes its time on a busy machine.
}, 400_000)
afterAll(async () => {
  await browser.close()
  await processes.close()
  await database.drop()
  house.remove()
})

const field = (one: Page, label: string) => one.getByRole('dialog').getByRole('textbox', { name: label, exact: true })
const save = (one: Page) => one.getByRole('dialog').getByRole('button', { name: dv.form.save, exact: true })

/** The list of hearings, for somebody who may do everything with them. */
async function openHearings(look: Parameters<typeof newPage>[1] = {}) {
  const one = await newPage(browser, look)
  await logIn(one, page.address, { email: page.email, password })
  await one.getByRole('navigation', { name: dv.nav.menu }).getByRole('link', { name: hearings.label.many.dv }).click()
  await one.getByRole('heading', { level: 1, name: hearings.label.many.dv }).waitFor()
  return one
}

/** Hearings that are there before somebody looks at them. */
async function insertHearings(
  ...rows: { title: string; held_on?: string; decided_at?: string; published?: boolean }[]
) {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (const { title, held_on = null, decided_at = null, published = false } of rows)
    await client.query(
      `insert into hearings (title, court_id, held_on, decided_at, published) select $1, min(id), $2, $3, $4 from courts`,
      [title, held_on, decided_at, published],
    )
  await client.end()
}

const titles = (one: Page) => rowsOf(one).locator('[data-column="title"]').allTextContents()

test('a fourteenth resource stands in the menu, and is made, found, edited and deleted in its list and form', async () => {
  const { label } = hearings
  const one = await newPage(browser)
  await logIn(one, page.address, { email: page.email, password })
  await one.getByRole('navigation', { name: dv.nav.menu }).getByRole('link', { name: label.many.dv }).click()
  await one.getByRole('heading', { level: 1, name: label.many.dv }).waitFor()
  await expect.poll(() => one.title()).toBe(`${label.many.dv} | ${dv.product}`)
  expect(await axe(one)).toEqual([])

  await one.getByRole('button', { name: dv.list.create(label.one.dv) }).first().click()
  await field(one, 'ސުރުޚީ').fill('ފުރަތަމަ މަޖިލިސް')
  await one.getByRole('dialog').getByRole('combobox', { name: 'ކޯޓު' }).click()
  await one.getByRole('option', { name: 'ސިވިލް ކޯޓު' }).click()
  expect(await axe(one)).toEqual([])
  await save(one).click()
  await one.getByRole('dialog').waitFor({ state: 'detached' })
  await quickSearch(one).fill('ފުރަތަމަ')
  await expect.poll(() => rowsOf(one).count()).toBe(1)
  await expect.poll(() => cell(one, 0, 'court').textContent()).toBe('ސިވިލް ކޯޓު')

  await cell(one, 0, 'title').dblclick()
  await cell(one, 0, 'title').getByRole('textbox').fill('ފުރަތަމަ މަޖިލިސް ދެން')
  await cell(one, 0, 'title').getByRole('textbox').press('Enter')
  await toast(one, dv.list.saved).waitFor()
  await choose(one, 0, dv.list.edit)
  await one.getByRole('dialog').getByRole('switch').click({ force: true })
  await save(one).click()
  await expect.poll(() => cell(one, 0, 'published').textContent()).toBe(published.labels.yes.dv)
  // A form to change something stays open when it is saved.
  await one.getByRole('dialog').getByRole('button', { name: dv.form.close, exact: true }).last().click()
  await one.getByRole('dialog').waitFor({ state: 'detached' })

  await choose(one, 0, dv.list.remove)
  await one.getByRole('dialog').getByRole('button', { name: dv.list.remove }).click()
  await toast(one, dv.list.removed).waitFor()
  await expect.poll(() => rowsOf(one).count()).toBe(0)
}) // prettier-ignore

test('a list is narrowed to the days from one to another, which its address keeps', async () => {
  await insertHearings(
    { title: 'ޖެނުއަރީ', held_on: '2021-01-15' },
    { title: 'ފެބްރުއަރީ', held_on: '2021-02-15' },
    { title: 'މާރިޗު', held_on: '2021-03-15' },
  )
  const one = await openHearings()
  await quickSearch(one).fill('ރ')
  const from = one.getByRole('textbox', { name: dv.list.from(held_on.label.dv) })
  const to = one.getByRole('textbox', { name: dv.list.to(held_on.label.dv) })
  await from.fill('2021-02-01')
  await expect.poll(() => titles(one)).toEqual(['މާރިޗު', 'ފެބްރުއަރީ'])
  await to.fill('28.2.2021')
  await to.press('Tab')
  await expect.poll(() => titles(one)).toEqual(['ފެބްރުއަރީ'])
  await expect.poll(() => new URL(one.url()).searchParams.get('Held')).toBe('2021-02-01..2021-02-28')
  expect(await axe(one)).toEqual([])

  await one.reload()
  await expect.poll(() => titles(one)).toEqual(['ފެބްރުއަރީ'])
  await expect.poll(async () => [await from.inputValue(), await to.inputValue()]).toEqual(['2021-02-01', '2021-02-28'])

  await from.fill('2021-03-01')
  await one.getByText(dv.search.advanced.reversed).first().waitFor()
  expect(new URL(one.url()).searchParams.get('Held')).toBe('2021-02-01..2021-02-28')
  await from.fill('')
  await expect.poll(() => titles(one)).toEqual(['ފެބްރުއަރީ', 'ޖެނުއަރީ'])
  await one.getByRole('button', { name: dv.search.advanced.pickDay(dv.list.from(held_on.label.dv)) }).click()
  await one.getByRole('dialog').getByText('ފެބްރުއަރީ').waitFor()
  expect(await axe(one)).toEqual([])
}) // prettier-ignore

test('a day with its hour is typed in the form and edited in its cell, and told as soon as it is none', async () => {
  await insertHearings({ title: 'ގަޑި', decided_at: '2024-03-02 14:05' })
  const one = await openHearings()
  await quickSearch(one).fill('ގަޑި')
  await expect.poll(() => cell(one, 0, 'decided_at').textContent()).toBe('02 މާރިޗު 2024 14:05')

  await cell(one, 0, 'decided_at').dblclick()
  const inCell = cell(one, 0, 'decided_at')
  await inCell.getByRole('textbox', { name: dv.form.hour, exact: true }).fill('9.30')
  await inCell.getByRole('textbox', { name: dv.form.hour, exact: true }).press('Tab')
  await toast(one, dv.list.saved).waitFor()
  await expect.poll(() => cell(one, 0, 'decided_at').textContent()).toBe('02 މާރިޗު 2024 09:30')

  await choose(one, 0, dv.list.edit)
  const moment = one.getByRole('dialog').getByRole('group', { name: decided_at.label.dv })
  await moment.getByRole('textbox', { name: dv.form.hour, exact: true }).fill('25:00')
  await save(one).click()
  await moment.getByText(dv.form.problems.notAMoment).waitFor()
  expect(await axe(one)).toEqual([])
  await moment.getByRole('textbox', { name: dv.form.hour, exact: true }).fill('16:45')
  await save(one).click()
  await expect.poll(() => cell(one, 0, 'decided_at').textContent()).toBe('02 މާރިޗު 2024 16:45')
})

test.each(Object.entries(hands))('a choice, a radio, a checkbox and a pattern are edited in their cells, and taken back, by %s', async (by, { edit, press }) => {
  await insertHearings({ title: `ސެލްތައް ${by}` })
  const one = await openHearings()
  await quickSearch(one).fill(`ސެލްތައް ${by}`)
  await expect.poll(() => rowsOf(one).count()).toBe(1)
  const shows = (column: string) => expect.poll(() => cell(one, 0, column).textContent())
  const takenBack = async (column: string, before: string) => {
    await keepToast(one, dv.list.saved)
    await press(one, one.getByRole('button', { name: dv.list.undo }))
    await toast(one, dv.list.undone).waitFor()
    await shows(column).toBe(before)
    // Some go by themselves meanwhile.
    const olds = one.getByRole('button', { name: dv.toasts.close })
    const closeAll = () =>
      olds.evaluateAll((all) => {
        for (const old of all) if (old instanceof HTMLElement) old.click()
        return all.length
      })
    await expect.poll(closeAll).toBe(0)
  }

  const docket = await edit(one, 'docket')
  await docket.getByRole('textbox').pressSequentially('202x413')
  await one.keyboard.press('Enter')
  await shows('docket').toBe('2024-13')
  await takenBack('docket', dv.none)

  const outcome = await edit(one, 'outcome')
  expect(await axe(one)).toEqual([])
  const postponed = outcome.getByRole('option', { name: 'Postponed', includeHidden: true })
  if (by === 'keys') await takeOption(one, postponed)
  else {
    await outcome.getByRole('combobox').click()
    await postponed.click()
  }
  await shows('outcome').toBe('Postponed')
  await takenBack('outcome', dv.none)

  const hall = await edit(one, 'hall')
  expect(await axe(one)).toEqual([])
  if (by === 'keys') await one.keyboard.press('ArrowDown')
  else await hall.getByRole('radio', { name: 'B' }).click()
  await shows('hall').toBe('B')
  await takenBack('hall', dv.none)

  const recorded = await edit(one, 'recorded')
  expect(await axe(one)).toEqual([])
  if (by === 'keys') await one.keyboard.press('Space')
  else await recorded.getByRole('checkbox').click()
  await shows('recorded').toBe(dv.actions.yes)
  await takenBack('recorded', dv.actions.no)
}) // prettier-ignore

test('a switch says its own words in cells, in the form and in the filter', async () => {
  await insertHearings({ title: 'ސްވިޗް އެއް', published: true }, { title: 'ސްވިޗް ދޭއް' })
  const one = await openHearings()
  const { yes, no } = published.labels
  await quickSearch(one).fill('ސްވިޗް')
  const answers = () => rowsOf(one).locator('[data-column="published"]').allTextContents()
  await expect.poll(answers).toEqual([yes.dv, no.dv])

  await one.getByRole('combobox', { name: published.label.dv }).click()
  await one.getByRole('option', { name: yes.dv }).click()
  await expect.poll(answers).toEqual([yes.dv])
  await choose(one, 0, dv.list.edit)
  await one.getByRole('dialog').getByText(yes.dv, { exact: true }).waitFor()
  await one.getByRole('dialog').getByRole('switch').click({ force: true })
  await one.getByRole('dialog').getByText(no.dv, { exact: true }).waitFor()
})

test('the court that is chosen decides which cases can be, and another one empties the choice', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`
    with court as (insert into courts (name) values ('ފެމިލީ ކޯޓު') returning id),
         courts as (select id from court union all select min(id) from courts),
         files as (insert into case_files (court_id) select id from courts returning id, court_id)
    insert into case_numbers (case_file_id, position, number, key)
    select id, 0, court_id || '/Fm-C/2024', 'fm-c/2024/' || court_id from files`)
  const { rows } = await client.query<{ name: string; number: string }>(`
    select courts.name, case_numbers.number
      from case_numbers
      join case_files on case_files.id = case_file_id
      join courts on courts.id = court_id
     order by court_id`)
  await client.end()
  const [civil, family] = rows

  const one = await openHearings()
  await one
    .getByRole('button', { name: dv.list.create(hearings.label.one.dv) })
    .first()
    .click()
  const select = (label: string) => one.getByRole('dialog').getByRole('combobox', { name: label })
  const number = select(hearings.fields.case_number.label.dv)
  const pick = async (label: string, option = '') => {
    await select(label).click()
    await one.getByRole('option', { name: option, exact: true }).click()
  }
  await pick(hearings.fields.court.label.dv, civil?.name)
  await number.click()
  await expect.poll(() => one.getByRole('option').allTextContents()).toEqual([civil?.number])
  await one.getByRole('option').click()
  expect(await number.inputValue()).toBe(civil?.number)

  await pick(hearings.fields.court.label.dv, family?.name)
  await expect.poll(() => number.inputValue()).toBe('')
  await number.click()
  await expect.poll(() => one.getByRole('option').allTextContents()).toEqual([family?.number])
})
