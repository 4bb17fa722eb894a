import { expect, type Page } from '@playwright/test'
import type { Language } from '#shared/messages.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { staff, subscriber } from './fixtures.ts'
import { dialog } from './formActions.ts'
import { choose, expectLoaded, grid, pathOf } from './listActions.ts'
import { caseNumber, common } from './searchActions.ts'

/** Visits of every screen, form, and dialog, in each language and at each width. */

export type Visitor = {
  page: Page
  language: Language
  strings: Strings
  /** Called with a name of what is on the screen. */
  check: (name: string) => Promise<void>
}

export type Visit<One = Visitor> = { name: string; user?: string; run: (visitor: One) => Promise<void> }

export const visits: readonly Visit[] = [
  { name: 'pages of guests', run: visitGuestPages },
  { name: 'search', user: subscriber, run: visitSearch },
  { name: 'reader', user: subscriber, run: visitReader },
  { name: 'account', user: staff, run: visitAccount },
  ...resources.map((resource) => ({
    name: `list of ${resource.name}`,
    user: staff,
    run: (visitor: Visitor) => visitList(visitor, resource),
  })),
]

async function visitGuestPages({ page, check }: Visitor) {
  for (const path of ['/login', '/register', '/forgot-password', '/dp/faq', '/dp/terms', '/about', '/404']) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await check(path.slice(1).replaceAll('/', '-'))
  }
}

async function visitSearch(visitor: Visitor) {
  const { page, strings, check } = visitor
  await page.goto('/home')
  await expect(searchField(page)).toBeVisible()
  await check('landing')
  await searchField(page).pressSequentially('ކޯޓު')
  await expect(page.getByRole('option').first()).toBeVisible()
  await check('suggestions')
  await page.getByRole('button', { name: strings.finding.help, exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('search help')

  for (const [name, query] of Object.entries({
    results: { q: common },
    phrases: { q: 'court', type: 'Phrase' },
    exact: { q: caseNumber },
    nothing: { q: 'qqqqqq' },
  })) {
    await page.goto(`/home?${new URLSearchParams(query).toString()}`)
    await expect(page.getByRole('article').or(page.getByText(strings.search.empty.title)).first()).toBeVisible()
    await check(name)
  }
  await page.goto(`/home?${new URLSearchParams({ q: 'court', type: 'Phrase' }).toString()}`)
  await page.getByRole('article').first().getByRole('link').last().click()
  await expect(page.getByRole('dialog').locator('dl')).toBeVisible()
  await check('phrase')
  await visitFilters(visitor)
}

async function visitFilters({ page, strings, check }: Visitor) {
  const { search, finding } = strings
  await page.goto(`/home?${new URLSearchParams({ q: common, court: '2', years: '2019' }).toString()}`)
  await expect(page.getByRole('article').or(page.getByText(search.empty.title)).first()).toBeVisible()
  await check('filtered results')
  const facets = page.getByRole('main').getByRole('button', { name: finding.facets.title })
  if (await facets.isVisible()) {
    await facets.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check('facets')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('button', { name: search.filterCount(1) }).click()
  const filters = page.getByRole('dialog', { name: search.advanced.title })
  await expect(filters).toBeVisible()
  await check('filters')
  await visitDropdowns({ page, check }, 'filters')
}

async function visitReader({ page, strings, check }: Visitor) {
  const { reader, actions } = strings
  await page.goto(`/home?${new URLSearchParams({ q: caseNumber }).toString()}`)
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: new RegExp(strings.search.card.details) })
    .click()
  await expect(page.getByRole('dialog').locator('dl').first()).toBeVisible()
  await check('case details')
  await page.getByRole('tab', { name: strings.viewer.text }).click()
  await expect(page.getByRole('dialog').getByRole('article')).toBeVisible()
  await check('case text')
  await page.getByLabel(reader.find).pressSequentially('ކޯޓު')
  await expect(page.getByRole('dialog').getByRole('search').getByRole('status')).toBeVisible()
  expect((await page.getByLabel(reader.find).boundingBox())?.width).toBeGreaterThanOrEqual(80)
  await expect(page.getByRole('dialog').getByRole('button', { name: actions.close })).toBeInViewport({ ratio: 1 })
  await check('find in the text')
  const outline = page.getByRole('button', { name: reader.outline })
  if (!(await outline.isVisible())) return
  await outline.click()
  await expect(page.getByRole('dialog').nth(1)).toBeVisible()
  await check('outline')
}

async function visitAccount({ page, strings, check }: Visitor) {
  const { top, nav } = strings
  for (const path of ['/account', '/notifications', '/searches']) {
    await page.goto(path)
    await expect(page.locator('h1')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await check(path.slice(1))
  }
  const banner = page.getByRole('banner')
  await banner.getByRole('button').last().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('account menu')
  await page.getByRole('dialog').getByRole('button', { name: top.changePassword }).click()
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
  await check('password dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await banner.getByRole('button').nth(-2).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('notifications panel')
  await page.keyboard.press('Escape')
  const menu = banner.getByRole('button', { name: nav.openMenu })
  if (!(await menu.isVisible())) return
  await menu.click()
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
  await check('menu drawer')
}

/** The list, what opens from it, and the forms and dialogs of a record. */
async function visitList(visitor: Visitor, resource: Resource) {
  const { page, strings, language, check } = visitor
  const { list, form, actions } = strings
  const { name } = resource
  const rows = page.locator('[data-row], main article')
  await page.goto(pathOf(name))
  await expectLoaded(page)
  await expect(rows.first()).toBeVisible()
  await check(name)
  if (await grid(page).isVisible()) {
    await page.getByRole('button', { name: list.columnFilters }).click()
    await check(`${name}, column filters`)
    await page.getByRole('button', { name: list.columns, exact: true }).click()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await check(`${name}, columns`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: list.columnFilters }).click()
  }
  await rows.first().getByRole('button').click()
  await expect(page.getByRole('menu')).toBeVisible()
  await check(`${name}, row menu`)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: list.create(resource.label.one[language]), exact: true }).click()
  await visitForm(visitor, `${name}, create`)
  await choose(page, 0, list.edit, rows)
  await visitForm(visitor, `${name}, edit`)
  await choose(page, 0, list.edit, rows)
  // A permission of the system is only shown.
  await expect(dialog(page).locator('[data-field], dl').first()).toBeVisible()
  await dialog(page).getByRole('button', { name: form.history.open }).click()
  await expect(dialog(page).getByRole('heading', { name: form.history.title })).toBeVisible()
  await check(`${name}, history`)
  await closeDialog(visitor)
  await choose(page, 0, list.view, rows)
  await expect(dialog(page).locator('dl').first()).toBeVisible()
  await check(`${name}, view`)
  await closeDialog(visitor)
  await choose(page, 0, list.remove, rows)
  await expect(dialog(page).getByRole('button', { name: list.remove })).toBeVisible()
  await check(`${name}, deletion`)
  await dialog(page).getByRole('button', { name: actions.cancel }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Each step of the form, and what opens from its fields. */
async function visitForm(visitor: Visitor, name: string) {
  const { page, check } = visitor
  await expect(dialog(page).locator('[data-field], dl').first()).toBeVisible()
  const tabs = dialog(page).getByRole('tab')
  const steps = Math.max(1, await tabs.count())
  for (let step = 0; step < steps; step++) {
    if (step > 0) await tabs.nth(step).click()
    await expect(dialog(page).locator('[aria-busy="true"]')).toHaveCount(0)
    const part = steps > 1 ? `${name}, step ${step + 1}` : name
    await check(part)
    await visitDropdowns(visitor, part)
  }
  await closeDialog(visitor)
}

/** Opens the last list and the last calendar: they have the least space below. */
async function visitDropdowns({ page, check }: Pick<Visitor, 'page' | 'check'>, name: string) {
  const lists = dialog(page).locator('[aria-haspopup="listbox"]:not([readonly], [disabled])')
  if ((await lists.count()) > 0) {
    await lists.last().click()
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    await check(`${name}, list`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
  }
  const calendars = dialog(page).locator('button[aria-haspopup="dialog"]')
  if ((await calendars.count()) === 0) return
  await calendars.last().click()
  await expect(page.getByRole('dialog').nth(1)).toBeVisible()
  await check(`${name}, calendar`)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
}

/** Closes the dialog, also with values that were changed. */
async function closeDialog({ page, strings }: Visitor) {
  const { form } = strings
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  const leave = page.getByRole('button', { name: form.unsaved.leave })
  await expect(page.getByRole('dialog')).not.toHaveCount(1)
  if (await leave.isVisible()) await leave.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const searchField = (page: Page) => page.getByRole('search').getByRole('combobox')
