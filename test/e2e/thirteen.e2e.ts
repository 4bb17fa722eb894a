import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/strings/dv.ts'
import { home, newPage, openWatched, startBrowser } from './browser.ts'
import { dialog, fillForm, saveForm } from './filling.ts'
import { cell, choose, pathOf, quickSearch, rowsOf, signInStaff, toast } from './lists.ts'
import { type Screen, screens } from './thirteen.ts'

/**
 * Each of the thirteen screens in its whole use, by one person on one page: what a test makes, the next one finds. In a
 * browser of his own a colleague looks at the same list, touches nothing, and sees what is made, changed and deleted.
 */

const { list, form } = dv

let browser: Browser
let page: Page
let problems: string[]
let otherBrowser: Browser
let colleague: Page
let seen: string[]

beforeAll(async () => {
  browser = await startBrowser()
  ;({ page, problems } = await openWatched(browser))
  page.setDefaultTimeout(30_000)
  await signInStaff(page)
  otherBrowser = await startBrowser()
  const watched = await openWatched(otherBrowser)
  colleague = watched.page
  seen = watched.problems
  await signInStaff(colleague)
})
afterEach(() => expect([...problems.splice(0), ...seen.splice(0)]).toEqual([]))
afterAll(() => Promise.all([browser.close(), otherBrowser.close()]))

describe.each(screens.map((screen) => [screen.resource.name, screen] as const))('%s', (_, screen) => {
  const { resource } = screen
  const one = resource.label.one.dv

  test('are made in their form', async () => {
    await lookOn(screen)
    await openList(screen)
    await openForm(one)
    await fillForm(page, resource, screen.made)
    await saved(screen, 'create')
    await leaveFirstPassword(screen)
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => rowsOf(colleague).count()).toBe(1)
  })

  test('are found by the quick search', async () => {
    await findIt(screen)
  })

  test('are changed in their cell', async () => {
    const { field, typed } = screen.cell
    await cell(page, 0, field).dblclick()
    await cell(page, 0, field).getByRole('textbox').fill(typed)
    await page.keyboard.press('Enter')
    await expect.poll(() => cell(page, 0, field).textContent()).toBe(typed)
    await toast(page, list.saved).last().waitFor()
    await expect.poll(() => cell(colleague, 0, field).textContent()).toBe(typed)
  })

  test('are changed in their form', async () => {
    await openList(screen)
    await findIt(screen)
    await choose(page, 0, list.edit)
    await fillForm(page, resource, screen.changed)
    await saved(screen, 'update')
    await leaveForm()
  })

  test('are viewed as a sheet, as they were saved', async () => {
    await openList(screen)
    await findIt(screen)
    await choose(page, 0, list.view)
    for (const words of screen.read) await dialog(page).getByText(words).first().waitFor()
    expect(await dialog(page).getByRole('textbox').count()).toBe(0)
    await leaveForm()
  })

  test('are refused at the field that is wrong, and what was written stays', async () => {
    await openForm(one)
    await fillForm(page, resource, screen.refused.form)
    await saveForm(page)
    const wrong = dialog(page).locator(`[data-field="${screen.refused.at}"]`)
    await wrong.getByRole('alert').first().waitFor()
    await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
    await page.getByRole('button', { name: form.unsaved.leave }).click()
    await dialog(page).waitFor({ state: 'detached' })
  })

  test('are deleted when somebody says that he is sure', async () => {
    await findIt(screen)
    await choose(page, 0, list.remove)
    await dialog(page).getByRole('button', { name: dv.acts.cancel }).click()
    await expect.poll(() => rowsOf(page).count()).toBe(1)
    await choose(page, 0, list.remove)
    await dialog(page).getByRole('button', { name: list.remove }).click()
    await toast(page, list.removed).last().waitFor()
    await page.getByText(list.nothing).waitFor()
    await colleague.getByText(list.nothing).waitFor()
  })
})

describe('whoever may not', () => {
  const strangers = Map.groupBy(screens, ({ stranger }) => stranger.email)

  test.each([...strangers])('finds lists shut, or without the plus and the pencil: %s', async (email, theirs) => {
    const own = await newPage(browser)
    await signInStaff(own, email)
    for (const { resource, stranger } of theirs) {
      await own.goto(`${home()}${pathOf(resource.name)}`)
      if (!stranger.reads) {
        await own.waitForURL((url) => url.pathname === '/home')
        continue
      }
      await own.getByRole('heading', { level: 1, name: resource.label.many.dv, exact: true }).waitFor()
      await own.getByRole('search').waitFor()
      expect(await own.getByRole('button', { name: list.create(resource.label.one.dv) }).count()).toBe(0)
    }
  })
})

async function openList({ resource }: Screen) {
  await page.goto(`${home()}${pathOf(resource.name)}`)
  await page.getByRole('heading', { level: 1, name: resource.label.many.dv, exact: true }).waitFor()
  await page.getByText(list.loading).waitFor({ state: 'detached' })
}

/** The colleague waits for what is going to be made. */
async function lookOn({ resource, found }: Screen) {
  await colleague.goto(`${home()}${pathOf(resource.name)}?${new URLSearchParams({ search: found }).toString()}`)
  await colleague.getByText(list.nothing).waitFor()
  await expect.poll(() => colleague.evaluate(() => document.documentElement.dataset['live'])).toBe('connected')
}

async function openForm(one: string) {
  await page.getByRole('button', { name: list.create(one), exact: true }).click()
  await dialog(page).locator('[data-field]').first().waitFor()
}

/** The one row that these words find; of a long list the server is asked. */
async function findIt({ found }: Screen) {
  await quickSearch(page).fill(found)
  await quickSearch(page).press('Enter')
  await expect.poll(() => rowsOf(page).count()).toBe(1)
}

async function saved({ resource }: Screen, how: 'create' | 'update') {
  const answer = page.waitForResponse(`**/api/${resource.name}/${how}`)
  await saveForm(page)
  expect((await answer).status(), await (await answer).text()).toBe(200)
}

/** A new person has a password that is told once. */
async function leaveFirstPassword(screen: Screen) {
  if (screen.resource.name !== 'users') return
  await dialog(page).getByText(form.firstPasswordMore).waitFor()
  await leaveForm()
}

async function leaveForm() {
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  await dialog(page).waitFor({ state: 'detached' })
}
