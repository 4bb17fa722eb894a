import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Field, Kind } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { paletteOf } from '#shared/resources/palettes.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { pdf } from '#test/files.ts'

/** The values of a form: field → text, boolean, several choices, or rows of a repeater. */
export type FormValues = { readonly [field: string]: FormValue }
type FormValue = string | boolean | readonly string[] | readonly FormValues[]

export const dialog = (page: Page) => page.getByRole('dialog').first()

/** Saves a form; a new record is saved in the last step. */
export async function saveForm(page: Page) {
  const steps = dialog(page).getByRole('tab')
  if ((await steps.count()) > 0) await steps.last().click()
  await dialog(page).getByRole('button', { name: dv.form.save, exact: true }).click()
}

/** Fills in the form of a resource through its inputs, step by step. */
export async function fillForm(page: Page, resource: Resource, values: FormValues) {
  // The form appears when its record is loaded.
  await dialog(page).locator('[data-field]').first().waitFor()
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields[name]
    if (!field) throw new Error(`${resource.name} has no field ${name}`)
    await openStep(page, resource, field)
    await fillField(page, name, field, value)
  }
}

/** Opens the step that contains a field. */
async function openStep(page: Page, { wizard, sections }: Resource, { section = '' }: Field) {
  const label = sections?.[section]
  if (!wizard || !label) return
  const tab = dialog(page).getByRole('tab', { name: label.dv })
  if ((await tab.count()) > 0) await tab.click()
}

async function fillField(page: Page, path: string, field: Field, value: FormValue) {
  const input = dialog(page).locator(`[data-field="${path}"]`)
  const palette = field.kind === 'text' ? paletteOf(field.input) : undefined
  if (palette) return pick(input, palette[value as string]?.dv ?? '')
  if (field.kind !== 'repeater') return fillInput[field.kind](input, value as SimpleValue, page)
  for (const [number, row] of (value as readonly FormValues[]).entries()) {
    const inputs = input.locator(`[data-field^="${path}.${number}."]`)
    if ((await inputs.count()) === 0)
      await input.getByRole('button', { name: dv.form.rows.add(field.rowLabel.dv) }).click()
    for (const [name, one] of Object.entries(row)) {
      const inner = field.fields[name]
      if (inner) await fillField(page, `${path}.${number}.${name}`, inner, one)
    }
  }
}

type SimpleValue = string | boolean | readonly string[]
type FillInput = (input: Locator, value: SimpleValue, page: Page) => Promise<unknown>

const write: FillInput = (input, value) => input.getByRole('textbox').fill(String(value))

/** Picks a color or an icon from its palette. */
const pick = (input: Locator, label: string) =>
  input.getByRole('radio', { name: label, exact: true }).check({ force: true })

/** Writes the date, then the time. */
const writeMoment: FillInput = async (input, value) => {
  const [day = '', hour = ''] = String(value).split('T')
  await input.getByRole('textbox').first().fill(day)
  await input.getByRole('textbox').last().fill(hour)
}

const choose: FillInput = async (input, value, page) => {
  for (const name of [value].flat()) {
    await input.getByRole('combobox').click()
    await input.getByRole('combobox').fill(String(name))
    await input.getByRole('option', { name: String(name), exact: true }).click()
  }
  // The list of a multiselect stays open.
  await page.keyboard.press('Tab')
}

const turn: FillInput = async (input, value) => {
  const one = input.getByRole('switch')
  if ((await one.isChecked()) !== value) await one.click({ force: true })
}

const writeTags: FillInput = async (input, value, page) => {
  for (const name of [value].flat()) {
    await input.getByRole('combobox').or(input.getByRole('textbox')).first().fill(String(name))
    await page.keyboard.press('Enter')
  }
}

const writeRich: FillInput = async (input, value, page) => {
  await input.locator('[contenteditable]').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(String(value))
}

const attach: FillInput = async (input, value) => {
  await input.locator('input[type="file"]').setInputFiles({
    name: String(value),
    mimeType: 'application/pdf',
    // No two files have the same bytes, about which an analysis would ask.
    buffer: pdf(randomInt(1_000, 100_000)),
  })
  // The remove button appears when the upload is done.
  await input.getByRole('button', { name: dv.files.remove(String(value)) }).waitFor()
}

const nothing: FillInput = () => Promise.resolve()

const fillInput: Record<Exclude<Kind, 'repeater'>, FillInput> = {
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
