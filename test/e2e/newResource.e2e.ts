import { expect, type OpenPage, type Page, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { password } from '#test/factories.ts'
import { hearings } from '#test/newResource/hearings.ts'
import { startNewResourceServer } from './newResourceServer.ts'
import { nightly } from './nightly.ts'
import { axe } from './pageActions.ts'
import { inputMethods, takeOption } from './inputMethods.ts'
import { cell, choose, keepToast, quickSearch, rowsOf, toast } from './listActions.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'

/** `test/newResource.test.ts` in the browser: the list and the form of a new resource follow from its description. */

type Choice = { name: string; number: string }

const { published, decided_at, held_on } = hearings.fields

let server: Awaited<ReturnType<typeof startNewResourceServer>>

test.beforeAll(async () => {
  // The web is built once more.
  test.setTimeout(400_000)
  server = await startNewResourceServer()
})
test.afterAll(() => server.stop())

const field = (page: Page, label: string) => page.getByRole('dialog').getByRole('textbox', { name: label, exact: true })
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: dv.form.save, exact: true })

/** Opens the list of hearings for a user who may do everything with them. */
async function openHearings(openPage: OpenPage) {
  const page = await openPage({ server, user: server.user, password, path: '/home' })
  await page.getByRole('navigation', { name: dv.nav.menu }).getByRole('link', { name: hearings.label.many.dv }).click()
  await expect(page.getByRole('heading', { level: 1, name: hearings.label.many.dv })).toBeVisible()
  return page
}

async function insertHearings(
  ...rows: { title: string; held_on?: string; decided_at?: string; published?: boolean }[]
) {
  for (const { title, held_on = null, decided_at = null, published = false } of rows)
    await server.query(
      `insert into hearings (title, court_id, held_on, decided_at, published) select $1, min(id), $2, $3, $4 from courts`,
      [title, held_on, decided_at, published],
    )
}

const titles = (page: Page) => rowsOf(page).locator('[data-column="title"]')

test('a new resource stands in the menu, and is created, found, edited and deleted in its list and form', nightly, async ({ openPage }) => {
  const { label } = hearings
  const page = await openHearings(openPage)
  await expect(page).toHaveTitle(`${label.many.dv} | ${dv.product}`)
  expect(await axe(page)).toEqual([])

  await page.getByRole('button', { name: dv.list.create(label.one.dv) }).first().click()
  await field(page, 'ސުރުޚީ').fill('ފުރަތަމަ މަޖިލިސް')
  await page.getByRole('dialog').getByRole('combobox', { name: 'ކޯޓު' }).click()
  await page.getByRole('option', { name: 'ސިވިލް ކޯޓު' }).click()
  expect(await axe(page)).toEqual([])
  await save(page).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await quickSearch(page).fill('ފުރަތަމަ')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(cell(page, 0, 'court')).toHaveText('ސިވިލް ކޯޓު')

  await cell(page, 0, 'title').dblclick()
  await cell(page, 0, 'title').getByRole('textbox').fill('ފުރަތަމަ މަޖިލިސް ދެން')
  await cell(page, 0, 'title').getByRole('textbox').press('Enter')
  await expect(toast(page, dv.list.saved)).toBeVisible()
  await choose(page, 0, dv.list.edit)
  await page.getByRole('dialog').getByRole('switch').click({ force: true })
  await save(page).click()
  await expect(cell(page, 0, 'published')).toHaveText(published.labels.yes.dv)
  // The form of an existing record stays open after its save.
  await page.getByRole('dialog').getByRole('button', { name: dv.form.close, exact: true }).last().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await choose(page, 0, dv.list.remove)
  await page.getByRole('dialog').getByRole('button', { name: dv.list.remove }).click()
  await expect(toast(page, dv.list.removed)).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(0)
}) // prettier-ignore

test('a list is filtered by a range of days, which its address keeps', nightly, async ({ openPage }) => {
  await insertHearings(
    { title: 'ޖެނުއަރީ', held_on: '2021-01-15' },
    { title: 'ފެބްރުއަރީ', held_on: '2021-02-15' },
    { title: 'މާރިޗު', held_on: '2021-03-15' },
  )
  const page = await openHearings(openPage)
  await quickSearch(page).fill('ރ')
  const from = page.getByRole('textbox', { name: dv.list.from(held_on.label.dv) })
  const to = page.getByRole('textbox', { name: dv.list.to(held_on.label.dv) })
  await from.fill('2021-02-01')
  await expect(titles(page)).toHaveText(['މާރިޗު', 'ފެބްރުއަރީ'])
  await to.fill('28.2.2021')
  await to.press('Tab')
  await expect(titles(page)).toHaveText(['ފެބްރުއަރީ'])
  await expect.poll(() => new URL(page.url()).searchParams.get('Held')).toBe('2021-02-01..2021-02-28')
  expect(await axe(page)).toEqual([])

  await page.reload()
  await expect(titles(page)).toHaveText(['ފެބްރުއަރީ'])
  await expect.poll(async () => [await from.inputValue(), await to.inputValue()]).toEqual(['2021-02-01', '2021-02-28'])

  await from.fill('2021-03-01')
  await expect(page.getByText(dv.search.advanced.reversed).first()).toBeVisible()
  expect(new URL(page.url()).searchParams.get('Held')).toBe('2021-02-01..2021-02-28')
  await from.fill('')
  await expect(titles(page)).toHaveText(['ފެބްރުއަރީ', 'ޖެނުއަރީ'])
  await page.getByRole('button', { name: dv.search.advanced.pickDay(dv.list.from(held_on.label.dv)) }).click()
  await expect(page.getByRole('dialog').getByText('ފެބްރުއަރީ')).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test(
  'a date with a time is edited in the form and in its cell, and a wrong time is reported',
  nightly,
  async ({ openPage }) => {
    await insertHearings({ title: 'ގަޑި', decided_at: '2024-03-02 14:05' })
    const page = await openHearings(openPage)
    await quickSearch(page).fill('ގަޑި')
    await expect(cell(page, 0, 'decided_at')).toHaveText('02 މާރިޗު 2024 14:05')

    await cell(page, 0, 'decided_at').dblclick()
    const inCell = cell(page, 0, 'decided_at')
    await inCell.getByRole('textbox', { name: dv.form.hour, exact: true }).fill('9.30')
    await inCell.getByRole('textbox', { name: dv.form.hour, exact: true }).press('Tab')
    await expect(toast(page, dv.list.saved)).toBeVisible()
    await expect(cell(page, 0, 'decided_at')).toHaveText('02 މާރިޗު 2024 09:30')

    await choose(page, 0, dv.list.edit)
    const moment = page.getByRole('dialog').getByRole('group', { name: decided_at.label.dv })
    await moment.getByRole('textbox', { name: dv.form.hour, exact: true }).fill('25:00')
    await save(page).click()
    await expect(moment.getByText(stripDirectionMarks(dv.form.problems.notAMoment))).toBeVisible()
    expect(await axe(page)).toEqual([])
    await moment.getByRole('textbox', { name: dv.form.hour, exact: true }).fill('16:45')
    await save(page).click()
    await expect(cell(page, 0, 'decided_at')).toHaveText('02 މާރިޗު 2024 16:45')
  },
)

for (const [by, { edit, press }] of Object.entries(inputMethods))
test(`a choice, a radio, a checkbox and a mask are edited in their cells, and undone, by ${by}`, nightly, async ({ openPage }) => {
  await insertHearings({ title: `ސެލްތައް ${by}` })
  const page = await openHearings(openPage)
  await quickSearch(page).fill(`ސެލްތައް ${by}`)
  await expect(rowsOf(page)).toHaveCount(1)
  const expectCell = (column: string, text: string) => expect(cell(page, 0, column)).toHaveText(text)
  const undo = async (column: string, before: string) => {
    await keepToast(page, dv.list.saved)
    await press(page, page.getByRole('button', { name: dv.list.undo }))
    await expect(toast(page, dv.list.undone)).toBeVisible()
    await expectCell(column, before)
    // Some toasts close by themselves meanwhile.
    const olds = page.getByRole('button', { name: dv.toasts.close })
    const closeAll = () =>
      olds.evaluateAll((all) => {
        for (const old of all) if (old instanceof HTMLElement) old.click()
        return all.length
      })
    await expect.poll(closeAll).toBe(0)
  }

  const docket = await edit(page, 'docket')
  await docket.getByRole('textbox').pressSequentially('202x413')
  await page.keyboard.press('Enter')
  await expectCell('docket', '2024-13')
  await undo('docket', dv.none)

  const outcome = await edit(page, 'outcome')
  expect(await axe(page)).toEqual([])
  const postponed = outcome.getByRole('option', { name: 'Postponed', includeHidden: true })
  if (by === 'keys') await takeOption(page, postponed)
  else await postponed.click()
  await expectCell('outcome', 'Postponed')
  await undo('outcome', dv.none)

  const hall = await edit(page, 'hall')
  expect(await axe(page)).toEqual([])
  if (by === 'keys') await page.keyboard.press('ArrowDown')
  else await hall.getByRole('radio', { name: 'B' }).click()
  await expectCell('hall', 'B')
  await undo('hall', dv.none)

  const recorded = await edit(page, 'recorded')
  expect(await axe(page)).toEqual([])
  if (by === 'keys') await page.keyboard.press('Space')
  else await recorded.getByRole('checkbox').click()
  await expectCell('recorded', dv.actions.yes)
  await undo('recorded', dv.actions.no)
}) // prettier-ignore

test('a switch shows its own labels in cells, in the form and in the filter', nightly, async ({ openPage }) => {
  await insertHearings({ title: 'ސްވިޗް އެއް', published: true }, { title: 'ސްވިޗް ދޭއް' })
  const page = await openHearings(openPage)
  const { yes, no } = published.labels
  await quickSearch(page).fill('ސްވިޗް')
  const answers = () => rowsOf(page).locator('[data-column="published"]').allTextContents()
  await expect.poll(answers).toEqual([yes.dv, no.dv])

  await page.getByRole('combobox', { name: published.label.dv }).click()
  await page.getByRole('option', { name: yes.dv }).click()
  await expect.poll(answers).toEqual([yes.dv])
  await choose(page, 0, dv.list.edit)
  await expect(page.getByRole('dialog').getByText(yes.dv, { exact: true })).toBeVisible()
  await page.getByRole('dialog').getByRole('switch').click({ force: true })
  await expect(page.getByRole('dialog').getByText(no.dv, { exact: true })).toBeVisible()
})

test('a chosen court limits the case numbers, and another court clears the choice', nightly, async ({ openPage }) => {
  await server.query(`
    with court as (insert into courts (name) values ('ފެމިލީ ކޯޓު') returning id),
         courts as (select id from court union all select min(id) from courts),
         files as (insert into case_files (court_id) select id from courts returning id, court_id)
    insert into case_numbers (case_file_id, position, number, key)
    select id, 0, court_id || '/Fm-C/2024', 'fm-c/2024/' || court_id from files`)
  const [civil, family] = (await server.query(`
    select courts.name, case_numbers.number
      from case_numbers
      join case_files on case_files.id = case_file_id
      join courts on courts.id = court_id
     order by court_id`)) as [Choice, Choice]

  const page = await openHearings(openPage)
  await page
    .getByRole('button', { name: dv.list.create(hearings.label.one.dv) })
    .first()
    .click()
  const select = (label: string) => page.getByRole('dialog').getByRole('combobox', { name: label })
  const number = select(hearings.fields.case_number.label.dv)
  const pick = async (label: string, option: string) => {
    await select(label).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await pick(hearings.fields.court.label.dv, civil.name)
  await number.click()
  await expect(page.getByRole('option')).toHaveText([civil.number])
  await page.getByRole('option').click()
  await expect(number).toHaveValue(civil.number)

  await pick(hearings.fields.court.label.dv, family.name)
  await expect(number).toHaveValue('')
  await number.click()
  await expect(page.getByRole('option')).toHaveText([family.number])
})
