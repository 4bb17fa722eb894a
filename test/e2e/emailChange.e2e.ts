import { expect, test } from './fixtures.ts'
import { users } from '#shared/resources/users.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '#test/factories.ts'
import { button, logIn } from './accountActions.ts'
import { choose, openList, toast } from './listActions.ts'
import { axe, expectPath } from './pageActions.ts'
import { nightly } from './nightly.ts'

const { emailLink, newPassword, form } = dv

test('staff change an e-mail address, the new one confirms it, and the old one takes the account back', async ({
  openPage,
  page,
  server,
}) => {
  const from = await buildUser(server.databaseUrl)
  const to = `new-${from}`
  const staff = await openList(openPage, 'users', { search: from })
  await choose(staff, 0, dv.list.edit)
  await staff.getByRole('dialog').getByRole('textbox', { name: users.fields.email.label.dv, exact: true }).fill(to)
  await staff.getByRole('button', { name: form.save, exact: true }).click()
  await expect(toast(staff, 'އައު އީމެއިލް އެޑްރެހަށް ލިންކެއް ފޮނުވިއްޖެ. އެޑްރެސް ބަދަލުވާނީ އެ ލިންކުން ކަށަވަރުކުރެއްވުމުން.')).toBeVisible()
  await expect(staff.getByLabel(users.fields.email_waiting.label.dv)).toHaveValue(to)

  await page.goto((await server.email(to, 'email-confirm')).link)
  await expectPath(page, '/confirm-email')
  expect(new URL(page.url()).search).toBe('')
  expect(await axe(page)).toEqual([])
  await expect(button(page, emailLink.confirm)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toContainText(emailLink.confirmed)
  await expect(page.getByText(emailLink.confirmLead)).toHaveCount(0)
  await expect(page.getByText(to)).toBeVisible()
  await logIn(page, { email: to, password })
  await expectPath(page, '/home')

  // The session of this browser ends with the others.
  await page.goto((await server.email(from, 'email-changed')).link)
  await expect(page.getByText(emailLink.revertLead)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await button(page, emailLink.revert).click()
  await expectPath(page, '/change-password')
  const chosen = 'ކަނޑުގެ ރާޅު 🌊 2026'
  await page.getByLabel(newPassword.label, { exact: true }).fill(chosen)
  await page.getByLabel(newPassword.confirm).fill(chosen)
  await button(page, newPassword.submit).click()
  await expectPath(page, '/login')
  await logIn(page, { email: from, password: chosen })
  await expectPath(page, '/home')
})

test(
  'a revert link that is opened in the browser of another user does not log that user out',
  nightly,
  async ({ openPage, colleague, server }) => {
    const from = await buildUser(server.databaseUrl)
    const to = `new-${from}`
    const [{ id } = {}] = await server.query('select id::integer as id from users where email = $1', [from])
    await colleague.call('users/partialUpdate', { id, email: to })
    const page = await openPage({ user: await buildUser(server.databaseUrl), password })
    await page.goto((await server.email(to, 'email-confirm')).link)
    await button(page, emailLink.confirm).click()
    await expect(page.getByText(emailLink.confirmed)).toBeVisible()
    await page.goto((await server.email(from, 'email-changed')).link)
    await button(page, emailLink.revert).click()
    await expectPath(page, '/change-password')
    await page.goto('/home')
    await expect(page.getByRole('banner').getByRole('button', { name: /ގެ އެކައުންޓު$/ })).toBeVisible()
  },
)

test('a change of an e-mail address that waits is cancelled in the form', nightly, async ({ openPage, server }) => {
  const from = await buildUser(server.databaseUrl)
  const staff = await openList(openPage, 'users', { search: from })
  await choose(staff, 0, dv.list.edit)
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('textbox', { name: users.fields.email.label.dv, exact: true }).fill(`new-${from}`)
  await staff.getByRole('button', { name: form.save, exact: true }).click()
  await expect(staff.getByLabel(users.fields.email_waiting.label.dv)).toHaveValue(`new-${from}`)
  await button(staff, emailLink.cancelChange).click()
  await expect(staff.getByLabel(users.fields.email_waiting.label.dv)).toHaveCount(0)
  expect(await axe(staff)).toEqual([])
  const changes = await server.query(
    `select action from audit where resource = 'users' and row_id = (select id from users where email = $1) order by id`,
    [from],
  )
  expect(changes.map(({ action }) => action)).toEqual(['email-change', 'email-change-stopped'])
  await dialog.getByRole('textbox', { name: users.fields.name.label.dv, exact: true }).fill('Reema')
  await staff.getByRole('button', { name: form.save, exact: true }).click()
  await expect(toast(staff, form.saved)).toBeVisible()
})

test('the link of a changed e-mail address that was used, or is missing, says so', async ({ page }) => {
  await page.goto(`/confirm-email?ref=${'A'.repeat(43)}`)
  await button(page, emailLink.confirm).click()
  await expect(page.getByRole('alert')).toContainText('މި ލިންކުގެ މުއްދަތު ހަމަވެއްޖެ')
  await page.goto('/revert-email')
  await expect(page.getByText(emailLink.noLink)).toBeVisible()
  await expect(button(page, emailLink.revert)).toBeDisabled()
})
