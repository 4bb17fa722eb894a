import { randomInt } from 'node:crypto'
import { type ApiUser, expect, type OpenPage, type Page, staff, test } from './fixtures.ts'
import type { Row } from '#shared/calls/crud.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { readablePdf } from '#test/files.ts'
import { newWord } from './apiUser.ts'
import { nightly } from './nightly.ts'
import { axe, deferred, expectLive } from './pageActions.ts'
import { choose, openList, rowsOf } from './listActions.ts'
import { caseNumber } from './searchActions.ts'
import { formUrl } from './webFolder.ts'

/** Presence and live updates of a form while another user works on its record. */

const { form, live, list } = dv
const cite = editorAidStrings.dv.cited
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label)
const saveButton = (page: Page) => dialog(page).getByRole('button', { name: form.save, exact: true })

const question = (page: Page) => page.getByRole('dialog', { name: form.rows.sure })
const numberInputs = (page: Page) =>
  dialog(page).first().locator('[data-field^="case_numbers."][data-field$=".number"] input')

/** Creates a subscription and opens its form from the list. */
async function openForm(openPage: OpenPage, colleague: ApiUser, action: string = list.edit) {
  const word = newWord()
  const created = await colleague.save('subscriptionConfigs/create', { name: word, amount: 10, days: 30 })
  const page = await openOf(openPage, word, action)
  return { page, created, word }
}

async function openOf(openPage: OpenPage, word: string, action: string) {
  const page = await openList(openPage, 'subscriptionConfigs', { search: word })
  await expect(rowsOf(page)).toHaveCount(1)
  await choose(page, 0, action)
  await expect(dialog(page).getByText(word).or(field(page, 'ދުވަސް')).first()).toBeVisible()
  await expectLive(page)
  return page
}

const change = (colleague: ApiUser, { id, version }: { id: number; version: number }, fields: object) =>
  colleague.save('subscriptionConfigs/update', { id, version, ...fields })

test('the link of a missing record shows that it was not found, and asks for no live channel of it', async ({
  openPage,
}) => {
  const page = await openPage({ user: staff })
  const channels: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/broadcasting/auth')) channels.push(request.postData() ?? '')
  })
  await page.goto('/courts?view=999999')
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expectLive(page)
  await expect.poll(() => channels.join()).toContain('private-Court-Primary')
  expect(channels.join()).not.toContain('presence-Court')
})

test('a form of a record that another user changes expires, names the changed fields, and keeps the typed text', async ({
  openPage,
  colleague,
}) => {
  const { page, created } = await openForm(openPage, colleague)
  await field(page, 'އަގު').fill('21')
  await change(colleague, created, { days: 90 })
  const alert = dialog(page).getByRole('alert').filter({ hasText: form.expired })
  await expect(alert.getByText('ދުވަސް')).toBeVisible()
  await expect(saveButton(page)).toBeDisabled()
  expect(await axe(page)).toEqual([])

  await alert.getByRole('button', { name: form.conflict.look }).click()
  await expect(dialog(page).getByText(form.conflict.none)).toBeVisible()
  await expect(field(page, 'އަގު')).toHaveValue('21.00')
  await expect(field(page, 'ދުވަސް')).toHaveValue('90')
  await dialog(page).getByRole('button', { name: form.conflict.saveAgain }).click()
  await expect(dialog(page).getByText(form.conflict.none)).toHaveCount(0)
  const current = async () => (await colleague.call('subscriptionConfigs/find', { id: created.id })).data
  await expect.poll(current).toMatchObject({ amount: 21, days: 90 })
})

test('a form keeps the focus when it expires and when it shows the changes of another user, and Escape leaves it', async ({
  openPage,
  colleague,
}) => {
  const { page, created } = await openForm(openPage, colleague)
  await field(page, 'އަގު').fill('21')
  await saveButton(page).focus()
  await change(colleague, created, { amount: 22 })
  await expect(dialog(page).getByText(form.expired)).toBeVisible()
  await expect(saveButton(page)).toBeDisabled()
  await expect(saveButton(page)).toBeFocused()
  await dialog(page).getByRole('button', { name: form.conflict.look }).press('Enter')
  await expect(dialog(page).getByRole('radio', { name: form.conflict.mine })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: form.unsaved.title })).toBeVisible()
})

test(
  'what is typed while the changes of another user are loaded stays in the form',
  nightly,
  async ({ openPage, colleague }) => {
    const { page, created } = await openForm(openPage, colleague)
    await field(page, 'އަގު').fill('21')
    await change(colleague, created, { days: 90 })
    const held = deferred()
    await page.route('**/api/subscriptionConfigs/find', async (route) => {
      await held.promise
      await route.fallback()
    })
    const asked = page.waitForRequest('**/api/subscriptionConfigs/find')
    await dialog(page).getByRole('button', { name: form.conflict.look }).click()
    await asked
    await field(page, 'އަގު').fill('34')
    held.resolve()
    await expect(field(page, 'ދުވަސް')).toHaveValue('90')
    await expect(field(page, 'އަގު')).toHaveValue(/^34/)
  },
)

test(
  'the question about deleting a row stays with its row when the rows change, and closes when the row is gone',
  nightly,
  async ({ openPage, colleague }) => {
    const from = randomInt(1e5, 1e6)
    const numbers = [0, 1, 2, 3].map((index) => `${from + index}/Cv-C/1992`)
    const { case_numbers: rowLabel } = caseFiles.fields
    const { id } = await colleague.save('caseFiles/create', {
      court: 1,
      case_types: [1],
      case_numbers: numbers.map((number) => ({ number })),
    })
    const find = async () => (await colleague.save('caseFiles/find', { id })) as Row & { case_numbers: Row[] }
    const page = await openPage({
      user: staff,
      path: formUrl({ resource: 'caseFiles', mode: 'Update', id, stays: 'yes' }),
    })
    await expect(numberInputs(page)).toHaveCount(4)
    /** Asks about a row, while the first one is deleted elsewhere. */
    const askAndDelete = async (asked: number, deleted: number) => {
      const held = deferred()
      await page.route('**/api/caseFiles/find', async (route) => {
        await held.promise
        await route.fallback()
      })
      const { version, case_numbers: rows } = await find()
      const left = rows.filter((_, index) => index !== deleted).map((row) => ({ id: row.id, number: row['number'] }))
      await colleague.save('caseFiles/update', { id, version, case_numbers: left })
      const loading = page.waitForRequest('**/api/caseFiles/find')
      await dialog(page).first().getByRole('button', { name: form.conflict.look }).click()
      await loading
      await dialog(page)
        .first()
        .getByRole('button', { name: form.rows.remove(rowLabel.rowLabel.dv, asked + 1) })
        .click()
      await expect(question(page)).toBeVisible()
      held.resolve()
      await expect(numberInputs(page)).toHaveCount(left.length)
      await page.unroute('**/api/caseFiles/find')
    }

    await askAndDelete(1, 0)
    await expect(question(page)).toContainText(numbers[1] ?? '')
    expect(await axe(page)).toEqual([])
    await question(page).getByRole('button', { name: dv.actions.ok }).click()
    await expect(numberInputs(page)).toHaveCount(2)
    expect((await find()).case_numbers).toMatchObject([{ number: numbers[2] }, { number: numbers[3] }])
    await askAndDelete(0, 0)
    await expect(question(page)).toHaveCount(0)
  },
)

test(
  'the form of an analysis takes over what a run has found, keeps what was typed, and does not expire',
  nightly,
  async ({ openPage, colleague, server }) => {
    const file = await colleague.upload('analysis.pdf_file', readablePdf('taken over'))
    const created = await colleague.save('analysis/create', { court: 1, pdf_file: file?.id, accept_duplicate: true })
    const page = await openPage({
      user: staff,
      path: formUrl({ resource: 'analysis', mode: 'Update', id: created.id }),
    })
    await field(page, analysis.fields.title.label.dv).fill('ސުރުޚީ')
    await expectLive(page)
    await colleague.call('analysis/runAnalysis', { id: created.id })
    await expect(dialog(page).getByText(form.history.actions['finish-run'])).toBeVisible({ timeout: 20_000 })
    await expect(field(page, analysis.fields.title.label.dv)).toHaveValue('ސުރުޚީ')
    await expect(dialog(page).getByText(form.expired)).toHaveCount(0)
    expect(await axe(page)).toEqual([])
    await dialog(page).getByRole('tab', { name: analysis.sections.details.dv }).click()
    await expect(field(page, analysis.fields.page_count.label.dv)).toHaveValue('1')
    await saveButton(page).click()
    const stored = async () => (await colleague.call('analysis/find', { id: created.id })).data
    await expect.poll(stored).toMatchObject({ title: 'ސުރުޚީ', page_count: 1, status: 'Analyzed' })
    await server.query('update analysis set deleted_at = now() where id = $1', [created.id])
  },
)

test('the form of a case offers the numbers that its text cites, and a click adds one', async ({
  openPage,
  colleague,
}) => {
  const number = `${randomInt(1e5, 1e6)}/Cv-C/2024`
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    case_types: [1],
    case_numbers: [{ number }],
    case_content: { content: [{ insert: `${caseNumber} އަދި ${number}\n` }], footnotes: [], annotations: [] },
  })
  const page = await openPage({ user: staff, path: formUrl({ resource: 'caseFiles', mode: 'Update', id }) })
  await dialog(page).getByRole('tab', { name: caseFiles.sections.related.dv }).click()
  const cited = dialog(page).getByRole('region', { name: cite.title })
  await expect(cited.getByRole('button')).toHaveCount(1)
  await cited.getByRole('button', { name: caseNumber }).press('Enter')
  await expect(cited).toHaveCount(0)
  await expect(dialog(page).locator('[data-field="related_cases.0.type"] input').first()).toBeFocused()
  await expect(dialog(page).locator('[data-field="related_cases.0.number"] input')).toHaveValue(caseNumber)
  expect(await axe(page)).toEqual([])
})

test('a form of a record that another user deletes says so, and cannot be saved', async ({ openPage, colleague }) => {
  const { page, created } = await openForm(openPage, colleague)
  await field(page, 'އަގު').fill('21')
  const { version } = await change(colleague, created, { amount: 22 })
  await dialog(page).getByRole('button', { name: form.conflict.look }).click()
  await expect(dialog(page).getByRole('radio').first()).toBeVisible()
  await colleague.call('subscriptionConfigs/delete', { id: created.id, version })
  await expect(dialog(page).getByRole('alert').getByText(form.conflict.gone)).toBeVisible()
  await expect(dialog(page).getByRole('alert').getByText(form.conflict.goneMore)).toBeVisible()
  // What cannot be saved leaves nothing to choose.
  await expect(dialog(page).getByRole('radio')).toHaveCount(0)
  await expect(dialog(page).getByRole('button', { name: form.conflict.saveAgain })).toBeDisabled()
})

test('a view dialog shows the record as another user changes it', nightly, async ({ openPage, colleague }) => {
  const { page, created } = await openForm(openPage, colleague, list.view)
  await change(colleague, created, { days: 77 })
  await expect(dialog(page).getByText('77', { exact: true })).toBeVisible()
})

test('a form does not expire by its own save', async ({ openPage, colleague }) => {
  const { page } = await openForm(openPage, colleague)
  await field(page, 'ދުވަސް').fill('45')
  await saveButton(page).click()
  await expect(rowsOf(page).first()).toContainText('45')
  await expect(dialog(page).getByText(form.expired)).toHaveCount(0)
})

test('users who have a record open are shown in its form and row until they close it, and one who edits it when it is deleted', async ({
  openPage,
  colleague,
}) => {
  const { page, word } = await openForm(openPage, colleague)
  const other = await openList(
    openPage,
    'subscriptionConfigs',
    { search: word },
    { theme: 'dark', user: 'billing@hukum.test' },
  )
  const editorInRow = rowsOf(other)
    .first()
    .getByRole('img', { name: new RegExp(live.edits) })
  await expect(editorInRow).toBeVisible()
  await choose(other, 0, list.remove)
  await expect(dialog(other).getByRole('list', { name: live.here }).getByText(live.edits)).toBeVisible()
  await dialog(other).getByRole('button', { name: dv.actions.cancel }).click()
  await choose(other, 0, list.view)
  await expect(dialog(other).getByRole('list', { name: live.here }).getByText(live.edits)).toBeVisible()
  await expect(dialog(page).getByRole('list', { name: live.here }).getByText(live.views)).toBeVisible()
  expect(await axe(other)).toEqual([])

  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  await expect(dialog(other).getByRole('list', { name: live.here })).toHaveCount(0)
})
