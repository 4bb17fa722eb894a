import type { Page } from 'playwright-core'
import { dv } from '#web/platform/strings/dv.ts'

/** What people do on the pages of accounts, in Dhivehi. */

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const codeField = (page: Page) => page.getByLabel(dv.code.label)
export const passwordField = (page: Page) => page.getByLabel(dv.login.password, { exact: true })

/** The sentences of the red alert. */
export const messages = (page: Page) => page.getByRole('alert').locator('p').allTextContents()

/** What was sent last has been answered: before that nothing else is sent. */
export const isAnswered = (page: Page) => page.locator('form [aria-busy="true"]').waitFor({ state: 'detached' })

export const pathOf = (page: Page) => new URL(page.url()).pathname

/** Pastes what was copied out of a letter. */
export async function pasteCode(page: Page, text: string) {
  await codeField(page).evaluate((field, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', data)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** Fills in the form of the log-in and sends it; what comes next is for the test to say. */
export async function logIn(page: Page, address: string, { email, password }: { email: string; password: string }) {
  await page.goto(`${address}/login`)
  await page.getByLabel(dv.login.email).fill(email)
  await passwordField(page).fill(password)
  await page.keyboard.press('Enter')
}

export async function openAccountMenu(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /ގެ އެކައުންޓް$/ })
    .click()
  await page.getByRole('dialog').waitFor()
}
