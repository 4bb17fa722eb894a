import { randomInt } from 'node:crypto'
import { expect, type OpenPage, staff, test } from './fixtures.ts'
import { themes } from '#web/platform/preferences/preferences.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { resources } from '#shared/resources/index.ts'
import { limits } from '#shared/limits.ts'
import { yesNo } from '#shared/text/format/yesNo.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { isNightly } from '#test/isNightly.ts'
import { dialog, fillForm, saveForm } from './formActions.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { axe, expectParams, expectPath, paramsOf } from './pageActions.ts'
import {
  expectLoaded,
  expectRowCount,
  grid,
  keepToast,
  openList,
  pathOf,
  quickSearch,
  rowCount,
  rowsOf,
  kindsOfList,
} from './listActions.ts'

const words = dv.list

const open = (openPage: OpenPage, resource: string, search: Record<string, string> = {}) =>
  openList(openPage, resource, search)

/** The labels of the columns in the order of the description. */
const namesOfColumns = ({ fields }: Resource) =>
  Object.values(fields)
    .filter(({ list }) => list !== undefined)
    .toSorted((one, other) => Number(one.list) - Number(other.list))
    .map(({ label }) => label.dv)

/** Analyses are chosen by a checkbox, and a pending one shows its run where the status stands. */
const headingsOf = (resource: Resource) =>
  resource.name === analysis.name
    ? ['', ...namesOfColumns(resource), analysis.fields.status.label.dv, words.actions]
    : [...namesOfColumns(resource), words.actions]

for (const theme of themes)
  test(
    `every list has its heading and columns, and is accessible (${theme})`,
    nightlyUnless(theme === 'mixed'),
    async ({ openPage }) => {
      const page = await openPage({ theme, user: staff })
      for (const resource of resources) {
        await page.goto(pathOf(resource.name))
        await expect(page.getByRole('heading', { level: 1, name: resource.label.many.dv, exact: true })).toBeVisible()
        await expect(grid(page).getByRole('columnheader')).toHaveText(headingsOf(resource))
        await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
        await expectLoaded(page)
        if (isNightly || kindsOfList.includes(resource.name)) expect(await axe(page), resource.name).toEqual([])
      }
    },
  )

test('the menu links every list', async ({ openPage }) => {
  const page = await open(openPage, 'courts')
  const menu = page.getByRole('navigation', { name: dv.nav.menu })
  for (const resource of resources)
    await expect(menu.getByRole('link', { name: dv.entries[resource.name], exact: true })).toHaveAttribute(
      'href',
      pathOf(resource.name),
    )
})

test('a user without the read permission gets no list, and one without the create permission no create button', async ({
  openPage,
}) => {
  const page = await openPage({ user: 'editor@hukum.test' })
  await page.goto('/acl/users')
  await expectPath(page, '/home')
  await page.goto('/caseFiles')
  await expect(grid(page)).toBeVisible()
  await expect(page.getByRole('button', { name: words.create('މައްސަލަ') })).toHaveCount(0)
  await page.goto('/nothing')
  await expectPath(page, '/404')
})

test('the quick search filters while typing, across spellings, and the address keeps it', async ({ openPage }) => {
  const page = await open(openPage, 'courts')
  await quickSearch(page).fill('ސިވިލް')
  await expectRowCount(page, 1)
  await expectParams(page, { search: 'ސިވިލް' })
  await page.reload()
  await expectRowCount(page, 1)
  await expect(quickSearch(page)).toHaveValue('ސިވިލް')
  await quickSearch(page).press('Escape')
  await expect.poll(() => rowCount(page)).toBeGreaterThan(100)
  await expectParams(page, {})
})

test('a cleared quick search stays empty after the debounce time', nightly, async ({ openPage }) => {
  const page = await open(openPage, 'courts')
  await quickSearch(page).fill('ސިވިލް')
  await expectRowCount(page, 1)
  await quickSearch(page).press('End')
  await page.clock.install()
  await quickSearch(page).pressSequentially(' x')
  await quickSearch(page).press('Escape')
  await page.clock.runFor(2 * limits.list.search_debounce_ms)
  await expectParams(page, {})
  await expect(quickSearch(page)).toHaveValue('')
})

test('the quick search requires every word somewhere in the row', async ({ openPage }) => {
  const page = await open(openPage, 'users')
  await quickSearch(page).fill('admin އާމިނަތު')
  await expect(rowsOf(page)).toHaveCount(1)
  await quickSearch(page).fill('admin ޙަސަން')
  await expect(page.getByText(words.nothing)).toBeVisible()
  await page.getByRole('button', { name: words.clearAll }).click()
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(5)
})

test('a column filter searches only its column, and Escape clears it', async ({ openPage }) => {
  const page = await open(openPage, 'permissions')
  const toggle = page.getByRole('button', { name: words.columnFilters })
  await toggle.click()
  await expect(page.getByRole('searchbox', { name: words.filterIn('ނަން') })).toBeFocused()
  await toggle.click()
  await expect(toggle).toBeFocused()
  await toggle.click()
  await page.getByRole('searchbox', { name: words.filterIn('ނަން') }).fill('web')
  await expect(page.getByText(words.nothing)).toBeVisible()
  await page.getByRole('searchbox', { name: words.filterIn('ނަން') }).fill('read-courts')
  await expect(rowsOf(page)).toHaveCount(1)
  await expectParams(page, { 'in.name': 'read-courts' })
  expect(await axe(page)).toEqual([])
  await page.getByRole('searchbox', { name: words.filterIn('ނަން') }).press('Escape')
  await expect(page.getByRole('searchbox', { name: words.filterIn('ނަން') })).toHaveValue('')
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(5)
})

test('a heading sorts ascending, descending and not at all, and the address keeps it', async ({ openPage }) => {
  const page = await open(openPage, 'permissions')
  const heading = grid(page).getByRole('columnheader', { name: 'ނަން' })
  await expect(heading).toHaveAttribute('aria-sort', 'none')
  await heading.click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  const names = () => rowsOf(page).locator('[data-column="name"]').allTextContents()
  await expect.poll(async () => isSorted(await names())).toBe(true)
  const [first = ''] = await names()
  await heading.click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expectParams(page, { sort: '-name' })
  await expect.poll(async () => isSorted((await names()).reverse()) && first < String((await names())[0])).toBe(true)
  await heading.click()
  await expectParams(page, {})
})

/** Whether the texts are in the order of their code units. */
const isSorted = (names: string[]) => names.every((name, index) => index === 0 || String(names[index - 1]) <= name)

test('an empty required filter keeps the list from loading', async ({ openPage }) => {
  const page = await openPage({ user: staff })
  let requests = 0
  page.on('request', (request) => (requests += request.url().endsWith('/api/caseFiles/get') ? 1 : 0))
  await page.goto('/caseFiles?Court=')
  await expect(page.getByText(words.filterNeeded('ކޯޓު'))).toBeVisible()
  expect(requests).toBe(0)
  await page.getByRole('combobox', { name: 'ކޯޓު' }).click()
  await page.getByRole('option', { name: 'ސިވިލް ކޯޓު', exact: true }).click()
  await expect(rowsOf(page).first()).toBeVisible()
  await expect.poll(() => Number(paramsOf(page)['Court'])).toBeGreaterThan(0)
})

test('a default filter applies until another value is chosen', async ({ openPage }) => {
  const page = await open(openPage, 'users')
  const active = page.getByRole('combobox', { name: 'އެކްޓިވް' })
  await expect(active).toHaveValue(dv.actions.yes)
  await active.click()
  await page.getByRole('option', { name: dv.actions.no, exact: true }).click()
  await expectParams(page, { Active: 'false' })
  await expect(page.getByText(words.empty)).toBeVisible()
})

test("chosen columns are stored for the user's next visit", async ({ openPage }) => {
  const page = await open(openPage, 'permissions')
  await page.getByRole('button', { name: words.columns, exact: true }).click()
  await page.getByRole('checkbox', { name: 'ގާޑު' }).click()
  await expect(grid(page).getByRole('columnheader')).toHaveCount(2)
  await page.reload()
  await expect(grid(page)).toBeVisible()
  await expect(grid(page).getByRole('columnheader')).toHaveCount(2)
  await page.getByRole('button', { name: words.columns, exact: true }).click()
  await page.getByRole('button', { name: words.columnsAgain }).click()
  await expect(grid(page).getByRole('columnheader')).toHaveCount(3)
})

test('columns fit the window, and again when it is resized', nightly, async ({ openPage }) => {
  const page = await open(openPage, 'permissions')
  const width = () => grid(page).evaluate((one) => [one.scrollWidth, one.clientWidth])
  await expect.poll(async () => new Set(await width()).size).toBe(1)
  const [before] = await width()
  await page.setViewportSize({ width: 1100, height: 900 })
  await expect.poll(async () => (await width())[0]).toBeLessThan(Number(before))
  await expect.poll(async () => new Set(await width()).size).toBe(1)
})

test('columns are resized by dragging, by buttons and by keyboard', async ({ openPage }) => {
  const page = await open(openPage, 'permissions')
  const heading = grid(page).getByRole('columnheader', { name: 'ގާޑު' })
  const width = async () => Math.round((await heading.boundingBox())?.width ?? 0)
  // The columns are first fitted to the window.
  await expect.poll(() => grid(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  const before = await width()
  await heading.focus()
  // The reading direction ends at the left.
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(width).toBe(before + 16)
  const box = await heading.boundingBox()
  if (!box) throw new Error('the heading is not shown')
  await page.mouse.move(box.x + 4, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 4 - 60, box.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect.poll(width).toBe(before + 76)
  await expect(heading).toHaveAttribute('aria-sort', 'none')
  await page.getByRole('button', { name: words.columns, exact: true }).click()
  await page.getByRole('button', { name: words.wider('ގާޑު') }).click()
  await expect.poll(width).toBe(before + 108)
  await page.getByRole('button', { name: words.narrower('ގާޑު') }).click()
  await expect.poll(width).toBe(before + 76)
})

test('the list of case files is filtered by whether they are published', async ({ openPage, server }) => {
  const no = yesNo.no.dv
  const title = `ޝާއިޢު ${crypto.randomUUID()}`
  await server.query(
    `insert into case_files (court_id, title, published) values (1, $1 || ' a', true), (1, $1 || ' b', false)`,
    [title],
  )
  const page = await openList(openPage, 'caseFiles', { Court: '1', search: title })
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(rowsOf(page).filter({ hasText: `${title} b` })).toContainText(no)
  await page.getByRole('combobox', { name: caseFiles.fields.published.label.dv }).click()
  await page.getByRole('option', { name: no, exact: true }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(`${title} b`)
})

test('a new case file takes the court of the filter, and its toast opens it where the list does not show it', async ({
  openPage,
  server,
}) => {
  const number = `${randomInt(1e9)}/Cv-C/2024`
  const [court, type] = await Promise.all(
    ['courts', 'case_types'].map(async (table) => {
      const [row] = await server.query(`select id, name from ${table} order by id desc limit 1`)
      return { id: String(row?.['id']), name: String(row?.['name']) }
    }),
  )
  const page = await openList(openPage, 'caseFiles', { Court: court?.id ?? '', Published: 'true' })
  await page.getByRole('button', { name: words.create(caseFiles.label.one.dv) }).click()
  await expect(dialog(page).locator('[data-field="court"]').getByRole('combobox')).toHaveValue(court?.name ?? '')
  await fillForm(page, caseFiles, { case_numbers: [{ number }], case_types: [type?.name ?? ''] })
  await saveForm(page)
  await keepToast(page, dv.form.saved)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const toasts = page.getByRole('region', { name: dv.toasts.label })
  await toasts.getByRole('button', { name: words.view, exact: true }).click()
  await expect(dialog(page)).toContainText(number)
  await expect(dialog(page)).toContainText(court?.name ?? '')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectParams(page, { Court: court?.id ?? '', Published: 'true' })
})
