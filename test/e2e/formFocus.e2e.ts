import { expect, type Page, staff, test } from './fixtures.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { judges } from '#shared/resources/judges.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { phraseUseStrings } from '#web/platform/strings/phraseUseStrings.ts'
import { dialog } from './formActions.ts'
import { openList } from './listActions.ts'
import { expectFocusIn } from './pageActions.ts'
import { formUrl } from './webFolder.ts'
import { nightly } from './nightly.ts'

/** Where the focus is in a form, which keys save it, and when its errors are shown. */

const { form } = dv

const field = (page: Page, name: string) => dialog(page).locator(`[data-field="${name}"]`)
const saveButton = (page: Page) => dialog(page).getByRole('button', { name: form.save, exact: true })
const create = (resource: string) => formUrl({ resource, mode: 'Create' })

test('a step that the keyboard opens has the focus in its first field, button or text', async ({ openPage }) => {
  const page = await openPage({ user: staff, path: create('caseFiles') })
  const { rowLabel } = caseFiles.fields.related_cases
  await expect(field(page, 'court').getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Control+Alt+ArrowRight')
  await page.keyboard.press('Control+Alt+ArrowRight')
  await expect(dialog(page).getByRole('button', { name: dv.form.rows.add(rowLabel.dv) })).toBeFocused()
  await page.keyboard.press('Control+Alt+ArrowRight')
  await expect(dialog(page).locator('[data-legal-editor] [contenteditable]')).toBeFocused()
  await page.keyboard.type('ޙުކުމް')
  await expect(dialog(page).locator('[data-legal-editor] [contenteditable]')).toContainText('ޙުކުމް')
})

test('Ctrl+S saves a form from any of its fields, and no step of a wizard whose end is not reached', async ({
  openPage,
}) => {
  const page = await openPage({ user: staff, path: create('courts') })
  const name = `ކޯޓު ${crypto.randomUUID()}`
  await field(page, 'name').getByRole('textbox').fill(name)
  const created = page.waitForRequest('**/api/courts/create')
  await page.keyboard.press('Control+s')
  expect((await created).postDataJSON()).toMatchObject({ name })

  await page.goto(create('caseFiles'))
  await expect(field(page, 'court').getByRole('combobox')).toBeFocused()
  await page.evaluate(() => {
    window.addEventListener('keydown', (event) => (document.body.dataset['prevented'] = String(event.defaultPrevented)))
  })
  await page.keyboard.press('Control+s')
  await expect(page.locator('body')).toHaveAttribute('data-prevented', 'true')
  // At the place of the S another layout has another letter.
  const press = (key: string) => field(page, 'court').dispatchEvent('keydown', { key, code: 'KeyS', ctrlKey: true })
  await press('o')
  await expect(page.locator('body')).toHaveAttribute('data-prevented', 'false')
  await press('ސ')
  await expect(page.locator('body')).toHaveAttribute('data-prevented', 'true')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
})

test('Ctrl+S also stores the name and the date that are being typed, and leaves the focus in their field', async ({
  openPage,
  colleague,
}) => {
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    case_types: [1],
    case_numbers: [{ number: '4022/Cv-C/1987' }],
    closed_date: '2024-01-02',
  })
  const page = await openPage({
    user: staff,
    path: formUrl({ resource: 'caseFiles', mode: 'Update', id, stays: 'yes' }),
  })
  const save = async () => {
    const answered = page.waitForResponse('**/api/caseFiles/update')
    await page.keyboard.press('Control+s')
    return (await answered).request().postDataJSON() as unknown
  }
  const date = field(page, 'closed_date').getByRole('textbox')
  await date.fill('5/3/2024')
  expect(await save()).toMatchObject({ closed_date: '2024-03-05' })
  await expect(date).toBeFocused()
  await dialog(page).getByRole('tab', { name: caseFiles.sections.details.dv }).click()
  const claimant = field(page, 'claimant')
    .getByRole('combobox')
    .or(field(page, 'claimant').getByRole('textbox'))
    .first()
  await claimant.fill('ޢަލީ')
  expect(await save()).toMatchObject({ claimant: 'ޢަލީ' })
  await expect(claimant).toBeFocused()
})

test('a refused save opens the step of a wrong field and moves the focus into that field', async ({
  openPage,
  colleague,
}) => {
  const days = { submission_date: '2024-01-01', registration_date: '2024-02-01' }
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    case_types: [1],
    case_numbers: [{ number: '4031/Cv-C/1987', ...days }],
    closed_date: '2024-03-01',
  })
  const page = await openPage({ user: staff, path: formUrl({ resource: 'caseFiles', mode: 'Update', id }) })
  const day = (name: string) => field(page, `case_numbers.0.${name}`).getByRole('textbox')
  const error = field(page, 'case_numbers.0.submission_date').getByRole('alert')
  await day('submission_date').fill('2025-01-01')
  await dialog(page).getByRole('tab').last().click()
  await page.keyboard.press('Control+s')
  await expect(error).toBeVisible()
  await expect(day('submission_date')).toBeFocused()
  await day('registration_date').fill('2025-02-01')
  await expect(error).toHaveCount(0)
})

test('an error is gone once its field is changed', async ({ openPage }) => {
  const page = await openPage({ user: staff, path: create('caseFiles') })
  await dialog(page).getByRole('tab').last().click()
  await saveButton(page).click()
  const court = field(page, 'court')
  await expect(court.getByRole('alert')).toBeVisible()
  // The refused record is saved from the step that opened, not only from the last one.
  await expect(saveButton(page)).toBeVisible()
  await field(page, 'title').getByRole('textbox').focus()
  await page.keyboard.press('Control+s')
  await expect(court.getByRole('combobox')).toBeFocused()
  await court.getByRole('combobox').click()
  await page.getByRole('option').first().click()
  await expect(court.getByRole('alert')).toHaveCount(0)
  await expect(field(page, 'case_numbers').getByRole('alert')).not.toHaveCount(0)
})

test('an error of all rows together is gone once a row is changed', nightly, async ({ openPage, colleague }) => {
  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    case_types: [1],
    case_numbers: [{ number: '4023/Cv-C/1987' }],
    closed_date: '2024-01-02',
  })
  const page = await openPage({ user: staff, path: formUrl({ resource: 'caseFiles', mode: 'Update', id }) })
  const payload = { errors: { case_numbers: [form.problems.required] } }
  await page.route('**/api/caseFiles/update', (route) =>
    route.fulfill({ status: 400, json: { Status: 'error', Message: '', code: 'invalid', payload } }),
  )
  await field(page, 'case_numbers.0.number').getByRole('textbox').fill('4024/Cv-C/1987')
  await page.keyboard.press('Control+s')
  const error = field(page, 'case_numbers').getByRole('alert')
  await expect(error).toBeVisible()
  await field(page, 'case_numbers.0.number').getByRole('textbox').fill('4025/Cv-C/1987')
  await expect(error).toHaveCount(0)
})

test('an offered draft has the focus until it is decided, then the first field', nightly, async ({ openPage }) => {
  const page = await openPage({ user: staff, path: create('judges') })
  const nameField = dialog(page).getByRole('textbox', { name: judges.fields.name.label.dv, exact: true })
  await nameField.fill('ނަން')
  await expect(page.getByText(form.draft.stored)).toBeVisible()
  page.once('dialog', (beforeUnload) => void beforeUnload.accept())
  await page.reload()
  const restore = dialog(page).getByRole('button', { name: form.draft.restore })
  await expect(restore).toBeFocused()
  await expect(field(page, 'name').locator('xpath=ancestor::*[@inert]')).toHaveCSS('opacity', '0.5')
  await page.keyboard.press('Enter')
  await expect(nameField).toHaveValue('ނަން')
  await expect(nameField).toBeFocused()
})

test('a row that is added takes the focus', async ({ openPage }) => {
  const page = await openPage({ user: staff, path: create('caseFiles') })
  const { rowLabel } = caseFiles.fields.case_numbers
  await dialog(page)
    .getByRole('button', { name: form.rows.add(rowLabel.dv) })
    .click()
  await expect(field(page, 'case_numbers.1.number').getByRole('textbox')).toBeFocused()
})

test('the case that is searched while the phrase is counted stays in its field', nightly, async ({ openPage }) => {
  const page = await openPage({ user: staff, path: create('phrases') })
  await field(page, 'dhivehi_phrase').getByRole('textbox').fill('އެއްބަސްވުން')
  const cases = field(page, 'used_cases').getByRole('combobox')
  await cases.fill('2021')
  await expect(page.getByRole('region', { name: phraseUseStrings.dv.title })).toBeVisible()
  await expect(cases).toHaveValue('2021')
  await expect(cases).toBeFocused()
})

test('a text that is no date is refused when its field is left', async ({ openPage }) => {
  const page = await openPage({ user: staff, path: create('caseFiles') })
  const date = field(page, 'closed_date')
  await date.getByRole('textbox').fill('31-02-2025')
  await page.keyboard.press('Tab')
  await expect(date.getByRole('alert')).toContainText('YYYY-MM-DD')
  await date.getByRole('textbox').fill('20250228')
  await page.keyboard.press('Tab')
  await expect(date.getByRole('textbox')).toHaveValue('2025-02-28')
  await expect(date.getByRole('alert')).toHaveCount(0)
})

test('the text that is missing takes the focus, not a tool of its editor', async ({ openPage }) => {
  const page = await openPage({ user: staff, path: create('dynamicPages') })
  for (const name of ['name', 'route']) await field(page, name).getByRole('textbox').fill('terms')
  await saveButton(page).click()
  await expect(dialog(page).locator('[contenteditable="true"]').first()).toBeFocused()
})

test('a form of the list of analyses returns the focus to its button', nightly, async ({ openPage }) => {
  const page = await openList(openPage, 'analysis')
  const button = page.getByRole('button', { name: dv.list.create(analysis.label.one.dv) })
  await button.click()
  await expectFocusIn(dialog(page))
  for (let fields = 0; fields < 2; fields += 1) await page.keyboard.press('Tab')
  await expectFocusIn(dialog(page))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
})
