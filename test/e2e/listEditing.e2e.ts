import { type ApiUser, expect, type OpenPage, type Page, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser } from '#test/factories.ts'
import { nightly } from './nightly.ts'
import type { TestServer } from './testServer.ts'
import { axe, deferred, expectLive, expectParams } from './pageActions.ts'
import {
  cell,
  choose,
  expectRowCount,
  grid,
  keepToast,
  openList,
  openMenu,
  quickSearch,
  rowCount,
  rowsOf,
  toast,
} from './listActions.ts'

const words = dv.list

/** Opens the list with one new row. */
async function openNamed(openPage: OpenPage, server: TestServer, resource: string, name: string) {
  await server.query(`insert into ${resource} (name) values ($1)`, [name])
  const page = await openList(openPage, resource, { search: name })
  await expect(rowsOf(page)).toHaveCount(1)
  await expectLive(page)
  return page
}

const input = (page: Page) => cell(page, 0, 'name').getByRole('textbox')
const nameNow = async (colleague: ApiUser, id: number) => (await colleague.save('courts/find', { id }))['name']

test('Enter saves the edited cell, and the toast undoes it', async ({ openPage, server }) => {
  const page = await openNamed(openPage, server, 'courts', 'ތަޖުރިބާ އެއް')
  await cell(page, 0, 'name').dblclick()
  await input(page).fill('ތަޖުރިބާ އެއް ދެން')
  await input(page).press('Enter')
  await keepToast(page, words.saved)
  await expect(cell(page, 0, 'name')).toHaveText('ތަޖުރިބާ އެއް ދެން')
  await page.getByRole('button', { name: words.undo }).click()
  await expect(toast(page, words.undone)).toBeVisible()
  await expect(cell(page, 0, 'name')).toHaveText('ތަޖުރިބާ އެއް')
})

test('closing the tab asks before the text of an edited cell is lost, and a click outside of all controls saves it', async ({
  openPage,
  server,
}) => {
  const page = await openNamed(openPage, server, 'courts', 'ތަޖުރިބާ އެގާރަ')
  await cell(page, 0, 'name').dblclick()
  await input(page).fill('ތަޖުރިބާ އެގާރަ ލިޔަނީ')
  page.once('dialog', (beforeUnload) => void beforeUnload.dismiss())
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => location.reload())
  await asked
  await expect(input(page)).toHaveValue('ތަޖުރިބާ އެގާރަ ލިޔަނީ')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(toast(page, words.saved)).toBeVisible()
  await expect(cell(page, 0, 'name')).toHaveText('ތަޖުރިބާ އެގާރަ ލިޔަނީ')
  await expect(input(page)).toHaveCount(0)
})

test('Escape restores the edited cell and keeps the focus in it', async ({ openPage, server }) => {
  const page = await openNamed(openPage, server, 'courts', 'ތަޖުރިބާ ދޭއް')
  await cell(page, 0, 'name').click()
  await page.keyboard.press('Enter')
  await input(page).fill('އެހެން')
  await page.keyboard.press('Escape')
  await expect(cell(page, 0, 'name')).toHaveText('ތަޖުރިބާ ދޭއް')
  await expect(cell(page, 0, 'name')).toBeFocused()
})

test('a refused cell shows the error at the cell and in a toast, and keeps the text', async ({ openPage, server }) => {
  const page = await openNamed(openPage, server, 'judges', 'ތަޖުރިބާ ތިނެއް')
  await cell(page, 0, 'name').dblclick()
  await input(page).fill(' ')
  await input(page).press('Enter')
  const message = await cell(page, 0, 'name').getByRole('alert').textContent()
  await expect(toast(page, message ?? '')).toBeVisible()
  await expect(input(page)).toHaveValue(' ')
  expect(await axe(page)).toEqual([])
})

test('a cell of a row changed by another user is refused, and the list is loaded again', async ({
  openPage,
  server,
}) => {
  const page = await openNamed(openPage, server, 'courts', 'ތަޖުރިބާ ހަތަރެއް')
  await cell(page, 0, 'name').dblclick()
  // A new live connection loads the rows once more: the version must be the one before the change.
  await page.waitForLoadState('networkidle')
  await server.query(`update courts set name = $1, version = version + 1 where name = $2`, [
    'ތަޖުރިބާ ހަތަރެއް ބަދަލު',
    'ތަޖުރިބާ ހަތަރެއް',
  ])
  await input(page).fill('ތަޖުރިބާ ހަތަރެއް މިހާރު')
  await input(page).press('Enter')
  await expect(toast(page, words.changedElsewhere)).toBeVisible()
  await expect(cell(page, 0, 'name').getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell(page, 0, 'name')).toHaveText('ތަޖުރިބާ ހަތަރެއް ބަދަލު')
})

test(
  'a cell overwrites a change of another user only at the second Enter',
  nightly,
  async ({ openPage, server, colleague }) => {
    const page = await openNamed(openPage, server, 'courts', 'ތަޖުރިބާ އަށެއް')
    await cell(page, 0, 'name').dblclick()
    await input(page).fill('ތަޖުރިބާ އަށެއް އަޅުގަނޑުގެ')
    const id = Number(await rowsOf(page).first().getAttribute('data-row'))
    await colleague.save('courts/update', { id, version: 1, name: 'ތަޖުރިބާ އަށެއް އެކަކުގެ' })
    const alert = cell(page, 0, 'name').getByRole('alert')
    await expect(alert.getByText('ތަޖުރިބާ އަށެއް އެކަކުގެ')).toBeVisible()
    expect(await axe(page)).toEqual([])

    await input(page).press('Enter')
    await expect(input(page)).toHaveValue('ތަޖުރިބާ އަށެއް އަޅުގަނޑުގެ')
    expect(await nameNow(colleague, id)).toBe('ތަޖުރިބާ އަށެއް އެކަކުގެ')
    await input(page).press('Enter')
    await expect(toast(page, words.saved)).toBeVisible()
    expect(await nameNow(colleague, id)).toBe('ތަޖުރިބާ އަށެއް އަޅުގަނޑުގެ')
  },
)

test('Escape in a cell accepts the change of another user', nightly, async ({ openPage, server, colleague }) => {
  const page = await openNamed(openPage, server, 'courts', 'ތަޖުރިބާ ނުވައެއް')
  await cell(page, 0, 'name').dblclick()
  await input(page).fill('ތަޖުރިބާ ނުވައެއް އަޅުގަނޑުގެ')
  const id = Number(await rowsOf(page).first().getAttribute('data-row'))
  await colleague.save('courts/update', { id, version: 1, name: 'ތަޖުރިބާ ނުވައެއް އެކަކުގެ' })
  await expect(cell(page, 0, 'name').getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cell(page, 0, 'name')).toHaveText('ތަޖުރިބާ ނުވައެއް އެކަކުގެ')
})

test(
  'a cell keeps its text when another user moves the row out of the list, and saves it on confirmation',
  nightly,
  async ({ openPage, server, colleague }) => {
    const page = await openNamed(openPage, server, 'courts', 'ތަޖުރިބާ ސާޅީސް')
    await cell(page, 0, 'name').dblclick()
    await input(page).fill('ތަޖުރިބާ ސާޅީސް އަޅުގަނޑުގެ')
    const id = Number(await rowsOf(page).first().getAttribute('data-row'))
    await colleague.save('courts/update', { id, version: 1, name: 'ބަދަލުވި ނަމެއް' })
    await expect(cell(page, 0, 'name').getByRole('alert').getByText('ބަދަލުވި ނަމެއް')).toBeVisible()
    await expect(input(page)).toHaveValue('ތަޖުރިބާ ސާޅީސް އަޅުގަނޑުގެ')
    expect(await axe(page)).toEqual([])

    await input(page).press('Enter')
    await input(page).press('Enter')
    await expect(toast(page, words.saved)).toBeVisible()
    expect(await nameNow(colleague, id)).toBe('ތަޖުރިބާ ސާޅީސް އަޅުގަނޑުގެ')
    await expect(cell(page, 0, 'name')).toHaveText('ތަޖުރިބާ ސާޅީސް އަޅުގަނޑުގެ')
  },
)

test(
  'a cell keeps its text when another user deletes the row, says so, and the text can be copied',
  nightly,
  async ({ openPage, server, colleague }) => {
    const page = await openNamed(openPage, server, 'courts', 'ތަޖުރިބާ ފަންސާސް')
    await cell(page, 0, 'name').dblclick()
    await input(page).fill('ތަޖުރިބާ ފަންސާސް އަޅުގަނޑުގެ')
    const id = Number(await rowsOf(page).first().getAttribute('data-row'))
    await colleague.call('courts/delete', { id, version: 1 })
    await expect(cell(page, 0, 'name').getByRole('alert').getByText(words.gone)).toBeVisible()
    await input(page).press('Enter')
    await input(page).selectText()
    expect(await page.evaluate(() => String(document.getSelection()))).toBe('ތަޖުރިބާ ފަންސާސް އަޅުގަނޑުގެ')
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByText(words.nothing)).toBeVisible()
  },
)

test('a switch is saved at once, and the row leaves a list that no longer contains it', async ({ openPage }) => {
  const page = await openList(openPage, 'users', { search: 'reader@' })
  await expect(rowsOf(page)).toHaveCount(1)
  await cell(page, 0, 'active').dblclick()
  await cell(page, 0, 'active').getByRole('switch').click({ force: true })
  await keepToast(page, words.saved)
  await expect(page.getByText(words.nothing)).toBeVisible()
  await page.getByRole('button', { name: words.undo }).click()
  await expect(rowsOf(page)).toHaveCount(1)
})

test('a user without the update permission cannot edit a cell', async ({ openPage }) => {
  const page = await openPage({ user: 'analyst@hukum.test' })
  await page.goto('/caseFiles')
  await expect(rowsOf(page).first()).toBeVisible()
  await cell(page, 0, 'title').dblclick()
  await expect(cell(page, 0, 'title').getByRole('textbox')).toHaveCount(0)
  expect(await openMenu(page, 0)).toEqual([words.view, words.read])
})

test('a row is deleted after a confirmation', async ({ openPage, server }) => {
  const page = await openNamed(openPage, server, 'courts', 'ތަޖުރިބާ ފަހެއް')
  await choose(page, 0, words.remove)
  const question = page.getByRole('dialog')
  await expect(question.getByText('ތަޖުރިބާ ފަހެއް')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await question.getByRole('button', { name: words.remove }).click()
  await expect(toast(page, words.removed)).toBeVisible()
  await expect(page.getByText(words.nothing)).toBeVisible()
})

test('a row is viewed and edited in its dialogs', async ({ openPage, server }) => {
  const page = await openNamed(openPage, server, 'courts', 'ތަޖުރިބާ ހައެއް')
  await choose(page, 0, words.view)
  await expect(page.getByRole('dialog').getByText('ތަޖުރިބާ ހައެއް')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await choose(page, 0, words.edit)
  await page.getByRole('dialog').getByRole('textbox').first().fill('ތަޖުރިބާ ހައެއް ފޯމުން')
  await page.getByRole('dialog').getByRole('button', { name: dv.form.save }).click()
  await expect(cell(page, 0, 'name')).toHaveText('ތަޖުރިބާ ހައެއް ފޯމުން')
})

test('a record is created by the create button', nightly, async ({ openPage }) => {
  const page = await openList(openPage, 'relationTypes')
  await page.getByRole('button', { name: words.create('ގުޅުމުގެ ބާވަތް') }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('ތަޖުރިބާ ގުޅުން')
  await page.getByRole('dialog').getByRole('button', { name: dv.form.save }).click()
  await quickSearch(page).fill('ތަޖުރިބާ ގުޅުން')
  await expect(rowsOf(page)).toHaveCount(1)
})

test('the new password of a user is shown once', nightly, async ({ openPage, server }) => {
  const email = await buildUser(server.databaseUrl)
  const page = await openList(openPage, 'users', { search: email })
  await choose(page, 0, words.reset.act)
  const held = deferred()
  await page.route('**/api/users/password/reset', async (route) => {
    await held.promise
    await route.fallback()
  })
  await page.getByRole('dialog').getByRole('button', { name: words.reset.act }).click()
  await page.keyboard.press('Escape')
  held.resolve()
  const dialog = page.getByRole('dialog', { name: words.reset.done })
  await expect.poll(async () => (await dialog.getByRole('textbox').inputValue()).length).toBeGreaterThanOrEqual(12)
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: dv.actions.close }).click()
  await expect(dialog).toHaveCount(0)
})

test(
  'a corrected address in a cell shows the new first password once, and its toast offers no undo',
  nightly,
  async ({ openPage, colleague }) => {
    const email = `cell${Date.now()}@hukum.test`
    await colleague.save('users/create', { name: 'ޢަލީ', email, active: true, is_locked: false, roles: [] })
    const page = await openList(openPage, 'users', { search: email })
    await cell(page, 0, 'email').dblclick()
    await cell(page, 0, 'email').getByRole('textbox').fill(`a${email}`)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: words.reset.done })
    await expect(dialog.getByRole('textbox')).toHaveValue(/^.{12,}$/)
    await expect(toast(page, words.saved)).toBeVisible()
    await expect(page.getByRole('button', { name: words.undo })).toHaveCount(0)
    await dialog.getByRole('button', { name: dv.actions.close }).click()
    await expect(dialog).toHaveCount(0)
  },
)

test('a long list is searched by the server, by Enter and by the button, and paged', async ({ openPage, server }) => {
  await server.query(`insert into case_types (name) select 'ތަޖުރިބާ ބާވަތް ' || n from generate_series(1, 600) as n`)
  const page = await openList(openPage, 'caseTypes')
  await expect(page.getByRole('button', { name: words.searchAll })).toBeVisible()
  await quickSearch(page).fill('ތަޖުރިބާ ބާވަތް 577')
  expect(await rowCount(page)).toBeGreaterThan(600)
  await quickSearch(page).press('Enter')
  await expectRowCount(page, 1)
  await quickSearch(page).fill('')
  await page.getByRole('button', { name: words.searchAll }).click()
  await expect.poll(() => rowCount(page)).toBeGreaterThan(600)
  await page.getByRole('button', { name: dv.pager.last }).click()
  const pages = async () => String(Math.ceil((await rowCount(page)) / 10))
  await expect.poll(async () => new URL(page.url()).searchParams.get('page') === (await pages())).toBe(true)
  await grid(page).getByRole('columnheader', { name: 'ނަން' }).click()
  await expectParams(page, { sort: 'name' })
  expect(await axe(page)).toEqual([])
})

// With 600 rows the list would be a long one for other tests too.
test.afterEach(({ server }) => server.query(`delete from case_types where name like 'ތަޖުރިބާ ބާވަތް %'`))
