import { expect, type Locator, type Page } from '@playwright/test'
import { dv } from '#web/platform/strings/dv.ts'
import type { ResourceSample } from './allResources.ts'
import { dialog, fillForm, saveForm } from './formActions.ts'
import { choose, expectLoaded, pathOf, quickSearch, toast } from './listActions.ts'

/** What users do on the screen of a resource, whether its rows are a grid or cards. */

const { list, form } = dv

type List = { page: Page; rows: Locator }

export async function openScreen(page: Page, { resource }: ResourceSample) {
  await page.goto(pathOf(resource.name))
  await expect(page.getByRole('heading', { level: 1, name: resource.label.many.dv, exact: true })).toBeVisible()
  await expectLoaded(page)
}

export async function openForm(page: Page, { resource }: ResourceSample) {
  await page.getByRole('button', { name: list.create(resource.label.one.dv), exact: true }).click()
  await expect(dialog(page).locator('[data-field]').first()).toBeVisible()
}

export async function createRecord(page: Page, sample: ResourceSample) {
  await openForm(page, sample)
  await fillForm(page, sample.resource, sample.made)
  await saveAndExpectSuccess(page, sample, 'create')
  await expect(dialog(page)).toHaveCount(0)
}

/** Waits for the one row that the quick search finds; a long list is searched by the server. */
export async function searchRecord({ page, rows }: List, { found }: ResourceSample) {
  await quickSearch(page).fill(found)
  await quickSearch(page).press('Enter')
  await expect(rows).toHaveCount(1)
}

export async function changeInForm({ page, rows }: List, sample: ResourceSample, changed = sample.changed) {
  await choose(page, 0, list.edit, rows)
  await fillForm(page, sample.resource, changed)
  await saveAndExpectSuccess(page, sample, 'update')
  await closeForm(page)
}

export async function viewRecord({ page, rows }: List, { read }: ResourceSample) {
  await choose(page, 0, list.view, rows)
  for (const text of read) await expect(dialog(page).getByText(text).first()).toBeVisible()
  await expect(dialog(page).getByRole('textbox')).toHaveCount(0)
}

/** Saves a form that is refused, then leaves it with its unsaved values. */
export async function tryRefused(page: Page, sample: ResourceSample) {
  await openForm(page, sample)
  await fillForm(page, sample.resource, sample.refused.form)
  await saveForm(page)
  const wrong = dialog(page).locator(`[data-field="${sample.refused.at}"]`)
  await expect(wrong.getByRole('alert').first()).toBeVisible()
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  await page.getByRole('button', { name: form.unsaved.leave }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Cancels the deletion once, then confirms it. */
export async function deleteRecord({ page, rows }: List) {
  await choose(page, 0, list.remove, rows)
  await dialog(page).getByRole('button', { name: dv.actions.cancel }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(rows).toHaveCount(1)
  await choose(page, 0, list.remove, rows)
  await dialog(page).getByRole('button', { name: list.remove }).click()
  await expect(toast(page, list.removed).last()).toBeVisible()
  await expect(page.getByText(list.nothing)).toBeVisible()
}

export async function closeForm(page: Page) {
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  await expect(dialog(page)).toHaveCount(0)
}

async function saveAndExpectSuccess(page: Page, { resource }: ResourceSample, action: 'create' | 'update') {
  const response = page.waitForResponse(`**/api/${resource.name}/${action}`)
  await saveForm(page)
  // The sample of a case file lacks a text: the form asks before it publishes it.
  if (resource.name === 'caseFiles' && action === 'update')
    await page.getByRole('button', { name: form.publish.leave }).click()
  expect((await response).status(), await (await response).text()).toBe(200)
}
