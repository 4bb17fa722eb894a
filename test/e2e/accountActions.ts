import { expect, type Page } from '@playwright/test'
import { dv } from '#web/platform/strings/dv.ts'
import type { TestServer } from './testServer.ts'

/** What users do on the screens of accounts, in Dhivehi. */

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const codeField = (page: Page) => page.getByLabel(dv.code.label)
export const passwordField = (page: Page) => page.getByLabel(dv.login.password, { exact: true })

/** The sentences of the red alert. */
export const messages = (page: Page) => page.getByRole('alert').locator('p')

/** Waits until the last request of the form is answered; before that it sends no other. */
export const expectAnswered = (page: Page) => expect(page.locator('form [aria-busy="true"]')).toHaveCount(0)

/** Pastes a text, such as a whole e-mail, into the field of the code. */
export async function pasteCode(page: Page, text: string) {
  await codeField(page).evaluate((field, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', data)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** Fills in and sends the log-in form; the next page is for the test to check. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login')
  await page.getByLabel(dv.login.email).fill(email)
  await passwordField(page).fill(password)
  await page.keyboard.press('Enter')
}

export async function openAccountMenu(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /ގެ އެކައުންޓު$/ })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Ends the sessions of a user on the server, as an administrator can. */
export const endSessions = (server: TestServer, email: string) =>
  server.query(
    `update sessions set ended_at = now(), ended_why = 'owner'
      where ended_at is null and user_id = (select id from users where email = $1)`,
    [email],
  )
