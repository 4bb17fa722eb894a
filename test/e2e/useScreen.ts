import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { home } from './browser.ts'
import { dialog, fillForm, saveForm } from './formActions.ts'
import { choose, isListed, pathOf, quickSearch, toast } from './lists.ts'
import type { ResourceSample as Screen } from './allResources.ts'

/** What a person does on each of the thirteen screens, whether its rows stand in a grid or are cards. */

const { list, form } = dv

export type Look = { page: Page; rows: Locator }

export async function openScreen(page: Page, { resource }: Screen) {
  await page.goto(`${home()}${pathOf(resource.name)}`)
  await page.getByRole('heading', { level: 1, name: resource.label.many.dv, exact: true }).waitFor()
  await isListed(page)
}

export async function openForm(page: Page, { resource }: Screen) {
  await page.getByRole('button', { name: list.create(resource.label.one.dv), exact: true }).click()
  await dialog(page).locator('[data-field]').first().waitFor()
}

export async function make(page: Page, screen: Screen) {
  await openForm(page, screen)
  await fillForm(page, screen.resource, screen.made)
  await saved(page, screen, 'create')
  await leaveFirstPassword(page, screen)
  await dialog(page).waitFor({ state: 'detached' })
}

/** The one row that these words find; of a long list the server is asked. */
export async function findIt({ page, rows }: Look, { found }: Screen) {
  await quickSearch(page).fill(found)
  await quickSearch(page).press('Enter')
  await expect.poll(() => rows.count()).toBe(1)
}

export async function changeInForm({ page, rows }: Look, screen: Screen, changed = screen.changed) {
  await choose(page, 0, list.edit, rows)
  await fillForm(page, screen.resource, changed)
  await saved(page, screen, 'update')
  await leaveForm(page)
}

export async function viewSheet({ page, rows }: Look, { read }: Screen) {
  await choose(page, 0, list.view, rows)
  for (const words of read) await dialog(page).getByText(words).first().waitFor()
  expect(await dialog(page).getByRole('textbox').count()).toBe(0)
}

/** Tries what is refused; the form is left with what was written in it. */
export async function tryRefused(page: Page, screen: Screen) {
  await openForm(page, screen)
  await fillForm(page, screen.resource, screen.refused.form)
  await saveForm(page)
  const wrong = dialog(page).locator(`[data-field="${screen.refused.at}"]`)
  await wrong.getByRole('alert').first().waitFor()
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  await page.getByRole('button', { name: form.unsaved.leave }).click()
  await dialog(page).waitFor({ state: 'detached' })
}

/** Thinks better of it once, then deletes it. */
export async function remove({ page, rows }: Look) {
  await choose(page, 0, list.remove, rows)
  await dialog(page).getByRole('button', { name: dv.actions.cancel }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => rows.count()).toBe(1)
  await choose(page, 0, list.remove, rows)
  await dialog(page).getByRole('button', { name: list.remove }).click()
  await toast(page, list.removed).last().waitFor()
  await page.getByText(list.nothing).waitFor()
}

export async function leaveForm(page: Page) {
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  await dialog(page).waitFor({ state: 'detached' })
}

async function saved(page: Page, { resource }: Screen, how: 'create' | 'update') {
  const answer = page.waitForResponse(`**/api/${resource.name}/${how}`)
  await saveForm(page)
  expect((await answer).status(), await (await answer).text()).toBe(200)
}

/** A new person has a password that is told once. */
async function leaveFirstPassword(page: Page, screen: Screen) {
  if (screen.resource.name !== 'users') return
  await dialog(page).getByText(form.firstPasswordMore).waitFor()
  await leaveForm(page)
}
