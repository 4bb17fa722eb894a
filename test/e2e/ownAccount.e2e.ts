import { crc32, deflateSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '../factories.ts'
import { button, logIn, messages, openAccountMenu, passwordField, pathOf } from './acts.ts'
import { newPage, startBrowser } from './browser.ts'
import { type E2eHouse, openE2eHouse } from './house.ts'

const chosen = 'ކަނޑުގެ ރާޅު 🌊 2026'

let browser: Browser
let house: E2eHouse

beforeAll(async () => {
  ;[browser, house] = await Promise.all([startBrowser(), openE2eHouse()])
})
afterAll(() => Promise.all([browser.close(), house.close()]))

/** Somebody on a device of his own. */
async function signedIn(email: string, { remember = false } = {}) {
  const page = await newPage(browser)
  await page.goto(`${house.address}/login`)
  if (remember) await page.getByLabel(dv.login.remember).check()
  await page.getByLabel(dv.login.email).fill(email)
  await passwordField(page).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home')
  return page
}

async function openAccount(page: Page) {
  await openAccountMenu(page)
  await page.getByRole('link', { name: dv.top.myAccount }).click()
  await page.getByRole('heading', { level: 1, name: dv.account.title }).waitFor()
}

const sessions = (page: Page) => page.getByRole('region', { name: dv.sessions.title }).getByRole('listitem')

/** A picture of one colour, larger than what is kept of it. */
function bluePicture(width: number, height: number) {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) rows[y * (1 + width * 3) + 1 + x * 3 + 2] = 200
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

function chunk(name: string, data: Buffer) {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(name), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, sum])
}

describe('the profile', () => {
  test('shows who it is, and a new name is seen in the frame at once', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await signedIn(email)
    await openAccount(page)
    const profile = page.getByRole('region', { name: dv.account.profile })
    await profile.getByText(email).waitFor()
    expect(await button(page, dv.account.save).isDisabled()).toBe(true)

    await page.getByLabel(dv.account.name, { exact: true }).fill('ފާޠިމަތު ޒާހިރާ')
    await button(page, dv.account.save).click()
    await page.getByText(dv.account.saved).waitFor()
    await page.getByRole('button', { name: dv.top.account('ފާޠިމަތު ޒާހިރާ') }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: dv.top.account('ފާޠިމަތު ޒާހިރާ') }).waitFor()
  })

  test('refuses an empty name', async () => {
    const page = await signedIn(await buildUser(house.databaseUrl))
    await openAccount(page)
    await page.getByLabel(dv.account.name, { exact: true }).fill('  ')
    await page.getByText(dv.register.nameNeeded).waitFor()
  })
})

describe('the picture', () => {
  const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
    page.locator('input[type=file]').setInputFiles(file)
  const shown = (page: Page) => page.getByRole('banner').locator('img')

  test('is cut square and small in the browser, is shown everywhere, and can be taken away', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await signedIn(email, { remember: true })
    await openAccount(page)
    const sent = page.waitForRequest('**/api/auth/profile/avatar')
    await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: bluePicture(900, 500) })
    expect((await sent).postData()?.length).toBeLessThan(20_000)
    await page.getByText(dv.account.pictureSaved).waitFor()

    await expect
      .poll(() => shown(page).evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([240, 240])
    await page.reload()
    await expect.poll(() => shown(page).count()).toBe(1)
    // Also after the session, on the card of the log-in.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('authUser'))).toContain('data:image')
    await openAccountMenu(page)
    await button(page, dv.top.logout).click()
    await page.waitForURL('**/login')
    await expect
      .poll(() => page.locator('form img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(240)

    await passwordField(page).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')
    await openAccount(page)
    await button(page, dv.account.removePicture).click()
    await page.getByText(dv.account.pictureRemoved).waitFor()
    await expect.poll(() => shown(page).count()).toBe(0)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('authUser'))).toContain('"avatar":null')
  })

  test('that is none is refused', async () => {
    const page = await signedIn(await buildUser(house.databaseUrl))
    await openAccount(page)
    await choose(page, { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('text') })
    await page.getByText(dv.account.pictureKind).waitFor()
    await choose(page, { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect.poll(() => page.getByText(dv.account.pictureKind).count()).toBe(1)
  })
})

describe('the sessions', () => {
  test('of two devices are shown on both; the one ends the other, which goes to the log-in', async () => {
    const email = await buildUser(house.databaseUrl)
    const [phone, computer] = [await signedIn(email), await signedIn(email)]
    await openAccount(computer)
    await expect.poll(() => sessions(computer).count()).toBe(2)
    expect(await sessions(computer).first().textContent()).toContain(dv.sessions.current)
    expect(await sessions(computer).last().textContent()).toContain('Chrome · Linux')

    await button(computer, dv.sessions.endOf('Chrome · Linux')).click()
    await computer.getByText(dv.sessions.endTitle).waitFor()
    await button(computer, dv.actions.cancel).click()
    await expect.poll(() => computer.getByRole('dialog').count()).toBe(0)
    expect(await sessions(computer).count()).toBe(2)

    await button(computer, dv.sessions.endOf('Chrome · Linux')).click()
    await button(computer, dv.sessions.end).last().click()
    await computer.getByText(dv.sessions.ended).waitFor()
    await expect.poll(() => sessions(computer).count()).toBe(1)
    await computer.getByText(dv.sessions.onlyThis).waitFor()

    await phone.reload()
    await phone.waitForURL('**/login**')
  })

  test('but this one are ended all at once', async () => {
    const email = await buildUser(house.databaseUrl)
    await signedIn(email)
    await signedIn(email)
    const page = await signedIn(email)
    await openAccount(page)
    await expect.poll(() => sessions(page).count()).toBe(3)
    await button(page, dv.sessions.endOthers).click()
    await button(page, dv.sessions.end).last().click()
    await expect.poll(() => sessions(page).count()).toBe(1)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(pathOf(page)).toBe('/account')
  })

  test('that cannot be fetched say so, and are asked for again', async () => {
    const page = await signedIn(await buildUser(house.databaseUrl))
    await page.route('**/api/auth/sessions', (route) => route.fulfill({ status: 400, body: brokenAnswer }))
    await openAccount(page)
    await page.getByRole('alert').waitFor()
    await page.unroute('**/api/auth/sessions')
    await button(page, dv.actions.retry).click()
    await expect.poll(() => sessions(page).count()).toBe(1)
  })
})

const brokenAnswer = JSON.stringify({ Status: 'error', Message: 'No.', code: 'invalid', payload: { errors: {} } })

describe('the subscription', () => {
  test('is shown with what it allows', async () => {
    const page = await signedIn(await buildUser(house.databaseUrl, { copy_access: true }))
    await openAccount(page)
    const card = page.getByRole('region', { name: dv.subscription.title })
    await card.getByText(dv.subscription.rufiyaa('100.00')).waitFor()
    await card.getByText(dv.subscription.mayCopy(500)).waitFor()
  })

  test('that is not there tells what to do', async () => {
    const page = await signedIn(await buildUser(house.databaseUrl))
    await openAccount(page)
    await page.getByText(dv.subscription.noneMore).waitFor()
    await page.getByRole('link', { name: dv.subscription.faq }).click()
    await page.waitForURL('**/dp/faq')
  })
})

describe('the own password', () => {
  async function openWindow(page: Page) {
    await openAccountMenu(page)
    await button(page, dv.top.changePassword).click()
    await page.getByLabel(dv.newPassword.current).waitFor()
  }
  async function fill(page: Page, current: string, next: string) {
    await page.getByLabel(dv.newPassword.current).fill(current)
    await page.getByLabel(dv.newPassword.label, { exact: true }).fill(next)
    await page.getByLabel(dv.newPassword.confirm).fill(next)
    await button(page, dv.newPassword.submit).last().click()
  }

  test('is changed from the menu, here it goes on, the other device must sign in anew', async () => {
    const email = await buildUser(house.databaseUrl)
    const [phone, computer] = [await signedIn(email), await signedIn(email)]
    await openWindow(computer)
    await fill(computer, 'not the password', chosen)
    await computer.getByRole('alert').waitFor()
    await expect.poll(() => messages(computer)).toHaveLength(1)
    await expect
      .poll(() => computer.getByLabel(dv.newPassword.current).evaluate((field) => field === document.activeElement))
      .toBe(true)

    await fill(computer, password, chosen)
    await computer.getByText(dv.newPassword.changed, { exact: true }).waitFor()
    await expect.poll(() => computer.getByRole('dialog').count()).toBe(0)
    await computer.reload()
    await computer.getByRole('banner').waitFor()
    expect(pathOf(computer)).toBe('/home')
    await house.letter(email, 'password-changed')

    await phone.reload()
    await phone.waitForURL('**/login**')
    await logIn(phone, house.address, { email, password: chosen })
    await phone.waitForURL('**/home')
  })

  test('is asked for over the window when the session ends while it is being typed', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await signedIn(email)
    await openWindow(page)
    await house.query(
      `update sessions set ended_at = now(), ended_why = 'owner'
        where user_id = (select id from users where email = $1)`,
      [email],
    )
    await fill(page, password, chosen)
    await page.getByText(dv.reauth.lead).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => passwordField(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByText(dv.reauth.lead).count()).toBe(0)

    // What was typed is still there.
    expect(await page.getByLabel(dv.newPassword.label, { exact: true }).inputValue()).toBe(chosen)
    await button(page, dv.newPassword.submit).last().click()
    await page.getByText(dv.newPassword.changed, { exact: true }).waitFor()
    expect(pathOf(page)).toBe('/home')
  })

  test('that is not typed again takes the page to the log-in', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await signedIn(email)
    await openWindow(page)
    await house.query(
      `update sessions set ended_at = now(), ended_why = 'owner'
        where user_id = (select id from users where email = $1)`,
      [email],
    )
    await fill(page, password, chosen)
    await button(page, dv.reauth.leave).click()
    await page.waitForURL('**/login**')
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull()
  })
})
