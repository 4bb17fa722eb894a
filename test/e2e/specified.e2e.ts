import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { gate, home, newPage, startBrowser } from './browser.ts'
import { choose, grid, menuOf, openList, quickSearch, rowCount, rowsOf, signInStaff } from './lists.ts'

/** What the specification says of the look and the ways of the whole, and nothing else holds. */

const words = dv.list
let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

const heightOf = (page: Page, selector: string) =>
  page.locator(selector).first().evaluate((one) => Math.round(one.getBoundingClientRect().height)) // prettier-ignore

describe('the frame', () => {
  test('the whole screen can be filled, and left again', async () => {
    const page = await openList(browser, 'courts')
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
    const button = (name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })
    await button(dv.top.fullScreen).click()
    await expect.poll(isFull).toBe(true)
    await button(dv.top.leaveFullScreen).click()
    await expect.poll(isFull).toBe(false)
  })

  test('the window is called by its page and the product', async () => {
    const page = await openList(browser, 'judges')
    await expect.poll(() => page.title()).toBe(`${dv.entries.judges} | ${dv.product}`)
    await page.goto(`${home()}/dp/terms`)
    await expect.poll(() => page.title()).toBe(`${dv.entries.terms} | ${dv.product}`)
  })

  test('a new page begins at its top', async () => {
    const page = await openList(browser, 'courts', {}, { width: 390, height: 500 })
    await rowsOrCards(page)
    const scroll = () => {
      window.scrollTo(0, 400)
      return window.scrollY
    }
    await expect.poll(() => page.evaluate(scroll)).toBe(400)
    await page.getByRole('banner').getByRole('link').first().click()
    await page.waitForURL((url) => url.pathname === '/home')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('a page for everybody has a button back home', async () => {
    const page = await newPage(browser)
    await page.goto(`${home()}/dp/faq`)
    await page.getByRole('link', { name: dv.actions.backHome }).click()
    await page.waitForURL((url) => url.pathname === '/login')
  })

  test('while the session is being restored a spinner fills the screen', async () => {
    const page = await openList(browser, 'courts')
    const { promise: held, goOn } = gate()
    await page.route('**/api/auth/me', async (route) => {
      await held
      await route.continue()
    })
    await page.reload()
    const spinner = page.getByRole('status', { name: dv.session.restoring })
    await spinner.waitFor()
    expect(await page.getByRole('banner').count()).toBe(0)
    goOn()
    await spinner.waitFor({ state: 'detached' })
    await grid(page).waitFor()
  })

  test('the log-in leads to registering, a forgotten password and the questions', async () => {
    const page = await newPage(browser)
    await page.goto(`${home()}/login`)
    await page.locator('form').waitFor()
    for (const path of ['/register', '/forgot-password', '/dp/faq'])
      expect(await page.locator(`a[href="${path}"]`).isVisible(), path).toBe(true)
  })
})

const rowsOrCards = (page: Page) => page.getByRole('article').or(grid(page)).first().waitFor()

describe('a list', () => {
  test('a grid is 650 pixels high, its rows 55, ten to a page, and one of them is chosen', async () => {
    const page = await openList(browser, 'courts')
    await expect.poll(() => rowsOf(page).count()).toBe(10)
    expect(await grid(page).evaluate((one) => one.parentElement?.getBoundingClientRect().height)).toBe(650)
    expect(await heightOf(page, '[data-row]')).toBe(55)
    const last = grid(page).getByRole('columnheader').last()
    expect((await last.boundingBox())?.width).toBeLessThanOrEqual(170)
    const said = () => page.locator('main [role="status"]').first().textContent()
    await expect.poll(said).toContain(String(await rowCount(page)))
    const chosen = () => grid(page).locator('[aria-selected="true"]').count()
    await rowsOf(page).nth(1).click()
    await rowsOf(page).nth(3).click()
    await expect.poll(chosen).toBe(1)
  })

  test('at 719 pixels it is cards, at 720 a grid', async () => {
    const page = await openList(browser, 'permissions', {}, { width: 720, height: 900 })
    await grid(page).waitFor()
    await page.setViewportSize({ width: 719, height: 900 })
    await grid(page).waitFor({ state: 'detached' })
    await page.getByRole('article').first().waitFor()
  })

  test('a row that was chosen stays chosen when the list comes anew', async () => {
    const page = await openList(browser, 'permissions')
    await rowsOf(page).nth(2).click()
    await expect.poll(() => rowsOf(page).nth(2).getAttribute('aria-selected')).toBe('true')
    const text = await rowsOf(page).nth(2).textContent()
    await quickSearch(page).fill((text ?? '').replace(/web.*$/, ''))
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await expect.poll(() => rowsOf(page).first().getAttribute('aria-selected')).toBe('true')
  })

  test('the menu of a person offers to view, edit, give a new password and delete', async () => {
    const page = await openList(browser, 'users', { search: 'editor@' })
    expect(await menuOf(page, 0)).toEqual([words.view, words.edit, words.reset.act, words.remove])
  })

  test.each(['roles', 'permissions'])('the menu of a role and of a permission offers to view, edit and delete (%s)', async (name) => {
    const page = await openList(browser, name)
    expect(await menuOf(page, 0)).toEqual([words.view, words.edit, words.remove])
  }) // prettier-ignore

  test('a record that is gone tells it in its window, and no form opens', async () => {
    const page = await openList(browser, 'judges')
    await page.route('**/api/judges/find', (route) =>
      route.fulfill({ status: 404, json: { Status: 'error', code: 'not-found', Message: 'ނެތް', payload: { errors: {} } } }),
    ) // prettier-ignore
    await choose(page, 0, words.edit)
    await page.getByRole('dialog').getByText('ނެތް').waitFor()
    expect(await page.getByRole('dialog').getByRole('textbox').count()).toBe(0)
  })
})

describe('a search', () => {
  test('cases stand in two columns, phrases in three', async () => {
    const page = await newPage(browser)
    await signInStaff(page)
    const columns = () =>
      page
        .locator('main ul:has(article)')
        .first()
        .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    await page.goto(`${home()}/home?q=${encodeURIComponent('ޙުކުމް')}`)
    await expect.poll(columns).toBe(2)
    await page.goto(`${home()}/home?type=Phrase&q=${encodeURIComponent('ޙުކުމް')}`)
    await expect.poll(columns).toBe(3)
  })
})
