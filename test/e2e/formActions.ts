import type { Locator, Page } from '@playwright/test'
import type { Field, Kind } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { pdf } from '../files.ts'

/** What is filled into a form: field → words, yes or no, several choices, or the rows of a repeater. */
export type Filling = { readonly [field: string]: Filled }
type Filled = string | boolean | readonly string[] | readonly Filling[]

export const dialog = (page: Page) => page.getByRole('dialog').first()

/** A new record is saved in the last part of its form. */
export async function saveForm(page: Page) {
  const parts = dialog(page).getByRole('tab')
  if ((await parts.count()) > 0) await parts.last().click()
  await dialog(page).getByRole('button', { name: dv.form.save, exact: true }).click()
}

/** Fills in the form of a resource as a person does, part by part. */
export async function fillForm(page: Page, resource: Resource, filling: Filling) {
  // Before its record has come there is no form.
  await dialog(page).locator('[data-field]').first().waitFor()
  for (const [name, value] of Object.entries(filling)) {
    const field = resource.fields[name]
    if (!field) throw new Error(`${resource.name} has no field ${name}`)
    await openPart(page, resource, field)
    await fillField(page, name, field, value)
  }
}

/** Goes to the part of the form in which a field stands, where the form has parts. */
async function openPart(page: Page, { wizard, sections }: Resource, { section = '' }: Field) {
  const label = sections?.[section]
  if (!wizard || !label) return
  const tab = dialog(page).getByRole('tab', { name: label.dv })
  if ((await tab.count()) > 0) await tab.click()
}

async function fillField(page: Page, place: string, field: Field, value: Filled) {
  const there = dialog(page).locator(`[data-field="${place}"]`)
  if (field.kind !== 'repeater') return ways[field.kind](there, value as Plain, page)
  for (const [number, row] of (value as readonly Filling[]).entries()) {
    const kept = there.locator(`[data-field^="${place}.${number}."]`)
    if ((await kept.count()) === 0) await there.getByRole('button', { name: dv.form.rows.add(field.label.dv) }).click()
    for (const [name, one] of Object.entries(row)) {
      const inner = field.fields[name]
      if (inner) await fillField(page, `${place}.${number}.${name}`, inner, one)
    }
  }
}

type Plain = string | boolean | readonly string[]
type Way = (there: Locator, value: Plain, page: Page) => Promise<unknown>

const write: Way = (there, value) => there.getByRole('textbox').fill(String(value))

/** The day, then its hour. */
const writeMoment: Way = async (there, value) => {
  const [day = '', hour = ''] = String(value).split('T')
  await there.getByRole('textbox').first().fill(day)
  await there.getByRole('textbox').last().fill(hour)
}

const choose: Way = async (there, value, page) => {
  for (const name of [value].flat()) {
    await there.getByRole('combobox').click()
    await there.getByRole('combobox').fill(String(name))
    await there.getByRole('option', { name: String(name), exact: true }).click()
  }
  // A list of several stays open for the next one.
  await page.keyboard.press('Tab')
}

const turn: Way = async (there, value) => {
  const one = there.getByRole('switch')
  if ((await one.isChecked()) !== value) await one.click({ force: true })
}

const writeTags: Way = async (there, value, page) => {
  for (const name of [value].flat()) {
    await there.getByRole('combobox').or(there.getByRole('textbox')).first().fill(String(name))
    await page.keyboard.press('Enter')
  }
}

const writeRich: Way = async (there, value, page) => {
  await there.locator('[contenteditable]').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(String(value))
}

const attach: Way = async (there, value) => {
  await there.locator('input[type="file"]').setInputFiles({
    name: String(value),
    mimeType: 'application/pdf',
    buffer: pdf(),
  })
  // Only what has arrived can be taken away again.
  await there.getByRole('button', { name: dv.files.remove(String(value)) }).waitFor()
}

const nothing: Way = () => Promise.resolve()

const ways: Record<Exclude<Kind, 'repeater'>, Way> = {
  text: write,
  textarea: write,
  email: write,
  password: nothing,
  link: write,
  number: write,
  date: write,
  moment: writeMoment,
  switch: turn,
  choice: choose,
  select: choose,
  multiselect: choose,
  tags: writeTags,
  richtext: writeRich,
  file: attach,
  document: nothing,
}
