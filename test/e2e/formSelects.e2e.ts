import { expect, type Page, staff, test } from './fixtures.ts'
import { nightly } from './nightly.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { dialog } from './formActions.ts'
import { deferred } from './pageActions.ts'
import { formUrl } from './webFolder.ts'

/** What keys do in the selects and the lists of names of a form, and what becomes of a text that is not chosen. */

const { form } = dv

const field = (page: Page, name: string) => dialog(page).locator(`[data-field="${name}"]`)
const saveButton = (page: Page) => dialog(page).getByRole('button', { name: form.save, exact: true })
const create = (resource: string) => formUrl({ resource, mode: 'Create' })

test('Enter in a searched select takes the first option, and does not submit the form', async ({
  openPage,
  server,
}) => {
  const roles = await server.query('select name from roles order by id limit 1')
  const role = String(roles[0]?.['name'])
  const page = await openPage({ user: staff, path: create('users') })
  const select = field(page, 'roles').getByRole('combobox')
  await select.click()
  await select.fill(role)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(field(page, 'roles').getByText(role)).toBeVisible()
  await select.fill('zzzz')
  await expect(page.getByText(form.nothing).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(select).toHaveValue('zzzz')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(field(page, 'roles').getByRole('alert')).toContainText('zzzz')
  await select.fill('z')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)

  await page.goto(create('caseFiles'))
  const court = field(page, 'court').getByRole('combobox')
  await court.click()
  const name = await page.getByRole('option').nth(1).textContent()
  await page.keyboard.insertText(name ?? '')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(court).toHaveValue(name ?? '')
  await court.fill('zzzz')
  await page.keyboard.press('Tab')
  await expect(court).toHaveValue(name ?? '')
  await expect(field(page, 'court').getByRole('alert')).toContainText('zzzz')
})

test('Enter in a list of choices takes the first one that is searched, then closes the list, and does not submit the form', async ({
  openPage,
}) => {
  const page = await openPage({ user: staff, path: create('roles') })
  const permissions = field(page, 'permissions').getByRole('combobox')
  const pills = field(page, 'permissions').locator('[data-with-remove], [class*="Pill-root"]')
  await field(page, 'name').getByRole('textbox').fill(`ރޯލް ${crypto.randomUUID()}`)
  await permissions.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  const held = deferred()
  await page.route('**/api/roles/getPermissions', async (route) => {
    await held.promise
    await route.fallback()
  })
  await Promise.all([page.waitForRequest('**/api/roles/getPermissions'), page.keyboard.type('read-case')])
  // The server still searches: its answer decides.
  await page.keyboard.press('Enter')
  await expect(pills).toHaveCount(0)
  held.resolve()
  await expect(pills).toHaveText(/^read-case/)
  await expect(permissions).toHaveValue('')
  await expect(permissions).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(permissions).toHaveAttribute('aria-expanded', 'false')
  await expect(dialog(page)).toBeVisible()
  await expect(pills).toHaveCount(1)

  // After one that is chosen by the arrow keys the next one can be chosen.
  await page.keyboard.press('ArrowDown')
  await expect(permissions).toHaveAttribute('aria-expanded', 'true')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(pills).toHaveCount(2)
  await expect(permissions).toHaveAttribute('aria-expanded', 'true')
})

test('a save is refused while the typed text of a select is not chosen, and the next one saves without it', async ({
  openPage,
  colleague,
}) => {
  const page = await openPage({ user: staff, path: create('roles') })
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  const name = `ރޯލް ${crypto.randomUUID()}`
  await field(page, 'name').getByRole('textbox').fill(name)
  const permissions = field(page, 'permissions').getByRole('combobox')
  await permissions.fill('zzzz')
  await saveButton(page).click()
  await expect(field(page, 'permissions').getByRole('alert')).toHaveText(stripDirectionMarks(form.notChosen('zzzz')))
  await expect(permissions).toBeFocused()
  expect(sent).not.toContain('/api/roles/create')
  const created = page.waitForRequest('**/api/roles/create')
  await saveButton(page).click()
  expect((await created).postDataJSON()).toMatchObject({ name })

  const { id } = await colleague.save('caseFiles/create', {
    court: 1,
    case_types: [1],
    case_numbers: [{ number: '4026/Cv-C/1987' }],
    closed_date: '2024-01-02',
  })
  await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id }))
  await dialog(page).getByRole('tab', { name: caseFiles.sections.details.dv }).click()
  const statuses = field(page, 'statuses').getByRole('combobox')
  await statuses.fill('zzzz')
  await dialog(page).getByRole('tab').last().click()
  await expect(statuses).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(field(page, 'statuses').getByRole('alert')).toHaveText(stripDirectionMarks(form.notChosen('zzzz')))
  await expect(statuses).toBeFocused()
  await statuses.fill('yyyy')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Escape')
  // Enter opens the list again; it does not save.
  await page.keyboard.press('Enter')
  await expect(statuses).toHaveAttribute('aria-expanded', 'true')
  expect(sent).not.toContain('/api/caseFiles/update')
})

test('a form asks before it closes when its only change is the text of a select that was not chosen', async ({
  openPage,
}) => {
  const page = await openPage({ user: staff, path: create('roles') })
  const question = page.getByRole('dialog', { name: form.unsaved.title })
  const permissions = field(page, 'permissions').getByRole('combobox')
  await permissions.fill('zzzz')
  await expect(page.getByText(form.nothing).first()).toBeVisible()
  // The first closes the list.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: form.unsaved.stay }).click()
  await expect(field(page, 'permissions').getByRole('alert')).toHaveText(stripDirectionMarks(form.notChosen('zzzz')))
  await permissions.fill('yyyy')
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  await question.getByRole('button', { name: form.unsaved.leave }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test(
  'Backspace takes the last name of a list back as text, and white space as white space',
  nightly,
  async ({ openPage }) => {
    const page = await openPage({ user: staff, path: create('caseFiles') })
    await dialog(page).getByRole('tab', { name: caseFiles.sections.details.dv }).click()
    const names = field(page, 'claimant').getByRole('combobox')
    const pills = field(page, 'claimant').locator('.mantine-Pill-root')
    for (const name of ['ޢަލީ', 'ޙަސަން']) {
      await names.fill(name)
      await names.press('Enter')
    }
    await names.press('Space')
    await names.press('Backspace')
    await expect(names).toHaveValue('')
    await expect(pills).toHaveText(['ޢަލީ', 'ޙަސަން'])
    await names.press('Backspace')
    await expect(names).toHaveValue('ޙަސަން')
    await expect(pills).toHaveText(['ޢަލީ'])
    await names.fill('ޙުސައިން')
    await names.press('Enter')
    await expect(pills).toHaveText(['ޢަލީ', 'ޙުސައިން'])
  },
)
