import { expect, type OpenPage, type Page, staff, test } from './fixtures.ts'
import type { Theme } from '#web/platform/preferences/preferences.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { dynamicPages } from '#shared/resources/dynamicPages.ts'
import { resources } from '#shared/resources/index.ts'
import { subscriptionConfigs } from '#shared/resources/subscriptionConfigs.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildAnalysis, deleteAnalyses } from './analyses.ts'
import { dialog, fillForm, saveForm } from './formActions.ts'
import { choose, openMenu, pathOf, rowsOf } from './listActions.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { axe, expectLive } from './pageActions.ts'
import { closeForm } from './screenActions.ts'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'

/**
 * Accessibility of the dialogs over the lists, and of what opens in them; `lists` and `listLayouts` check the lists
 * themselves. The light theme has the dialogs of the mixed one: only its bars differ.
 */

const { list, form } = dv
const editor = editorStrings.dv
const inDialog = '[role="dialog"]'
/** A form with fields of several kinds; the forms of the others are checked by the nightly run. */
const inShortRun = ['caseStatuses']

for (const theme of ['dark', 'mixed'] as const) {
  for (const resource of resources)
    test(
      `axe finds no violation in the dialogs of ${resource.name} (theme ${theme})`,
      nightlyUnless(theme === 'dark' && inShortRun.includes(resource.name)),
      async ({ openPage, server }) => {
        const number = '41/AN/2024'
        if (resource === analysis) await buildAnalysis(server, number)
        try {
          await checkDialogs(await openPage({ user: staff, theme, path: pathOf(resource.name) }), resource)
        } finally {
          if (resource === analysis) await deleteAnalyses(server, [number])
        }
      },
    )

  test(
    `axe finds no violation in the filters, the columns and the menu of a list (theme ${theme})`,
    nightly,
    async ({ openPage }) => checkListTools(await openPage({ user: staff, theme, path: pathOf('caseFiles') })),
  )

  test(
    `axe finds no violation in a form with a file, a calendar and errors (theme ${theme})`,
    nightlyUnless(theme === 'dark'),
    async ({ openPage }) => checkFileAndCalendar(await openPage({ user: staff, theme, path: pathOf('analysis') })),
  )

  test(`axe finds no violation in the rich text editor (theme ${theme})`, nightly, async ({ openPage }) =>
    checkRichText(await openPage({ user: staff, theme, path: pathOf('dynamicPages') })),
  )
}

async function checkDialogs(page: Page, resource: Resource) {
  const { name } = resource
  await expect(rowsOf(page).first()).toBeVisible()
  await openForm(page, resource)
  await checkForm(page, `the create form of ${name}`)
  await closeForm(page)

  await choose(page, 0, list.edit)
  await checkForm(page, `the edit form of ${name}`, inDialog)
  await dialog(page).getByRole('button', { name: form.history.open }).click()
  await expect(dialog(page).getByRole('heading', { name: form.history.title })).toBeVisible()
  expect(await axe(page, inDialog), `the history of ${name}`).toEqual([])
  await closeForm(page)

  await choose(page, 0, list.view)
  await expect(dialog(page).locator('dl').first()).toBeVisible()
  expect(await axe(page), `the record of ${name}`).toEqual([])
  await closeForm(page)

  await choose(page, 0, list.remove)
  await expect(dialog(page).getByRole('button', { name: list.remove })).toBeVisible()
  expect(await axe(page), `the deletion in ${name}`).toEqual([])
  await dialog(page).getByRole('button', { name: dv.actions.cancel }).click()
  await expect(dialog(page)).toHaveCount(0)
}

async function checkListTools(page: Page) {
  await expect(rowsOf(page).first()).toBeVisible()
  await page.getByRole('combobox', { name: 'ކޯޓު' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await axe(page), 'the choices of a filter').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: list.columnFilters }).click()
  await page.getByRole('button', { name: list.columns, exact: true }).click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  expect(await axe(page), 'the choice of columns').toEqual([])
  await page.keyboard.press('Escape')
  await openMenu(page, 0)
  expect(await axe(page), 'the menu of a row').toEqual([])
}

async function checkFileAndCalendar(page: Page) {
  await openForm(page, analysis)
  await dialog(page).locator('[data-field="date"]').getByRole('button').click()
  await expect(page.getByRole('dialog').nth(1)).toBeVisible()
  expect(await axe(page), 'a calendar').toEqual([])
  await page.keyboard.press('Escape')
  await saveForm(page)
  await expect(dialog(page).locator('[data-field="pdf_file"]').getByRole('alert')).toBeVisible()
  expect(await axe(page), 'a form that is refused').toEqual([])
  await fillForm(page, analysis, { pdf_file: 'axe.pdf' })
  expect(await axe(page), 'a file').toEqual([])
  await discardForm(page)
}

async function checkRichText(page: Page) {
  await openForm(page, dynamicPages)
  await fillForm(page, dynamicPages, { page_content: 'ލިޔުމެއް' })
  const tool = (name: string) => dialog(page).getByRole('toolbar').getByRole('button', { name, exact: true })
  await tool(editor.names.table).click()
  await expect(tool(editor.names.addRow)).toBeVisible()
  for (const word of ['އެއް', 'ދޭއް', 'ތިނެއް']) {
    await page.keyboard.insertText(word)
    await page.keyboard.press('Tab')
  }
  expect(await axe(page), 'the tools').toEqual([])
  await tool(editor.names.link).click()
  await dialog(page).getByLabel(editor.address).fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText(editor.addressWrong)).toBeVisible()
  expect(await axe(page), 'the address of a link').toEqual([])
  await discardForm(page)
}

for (const theme of ['dark', 'mixed'] as const)
  test(
    `axe finds no violation in a form with conflicting changes (theme ${theme})`,
    nightly,
    async ({ openPage, colleague, server }) => {
      const name = `axe ${crypto.randomUUID()}`
      const { id, version } = await colleague.save('subscriptionConfigs/create', { name, amount: 10, days: 30 })
      const page = await openConflict(openPage, theme, name)
      await colleague.save('subscriptionConfigs/update', { id, version, amount: 22 })
      await expect(dialog(page).getByText(form.expired)).toBeVisible()
      expect(await axe(page), 'a form that has expired').toEqual([])
      await dialog(page).getByRole('button', { name: form.conflict.look }).click()
      await expect(dialog(page).getByText(form.conflict.theirs).first()).toBeVisible()
      expect(await axe(page), 'two values').toEqual([])
      await discardForm(page)
      await server.query(`delete from subscription_configs where id = $1`, [id])
    },
  )

/** Opens the form of a record and changes its amount. */
async function openConflict(openPage: OpenPage, theme: Theme, search: string) {
  const path = `${pathOf('subscriptionConfigs')}?${new URLSearchParams({ search }).toString()}`
  const page = await openPage({ user: staff, theme, path })
  await expect(rowsOf(page)).toHaveCount(1)
  await choose(page, 0, list.edit)
  await fillForm(page, subscriptionConfigs, { amount: '21' })
  await expectLive(page)
  return page
}

async function openForm(page: Page, { label }: Pick<Resource, 'label'>) {
  await page.getByRole('button', { name: list.create(label.one.dv), exact: true }).click()
}

/** Closes a form with unsaved values; the confirmation is checked, too. */
async function discardForm(page: Page) {
  await dialog(page).getByRole('button', { name: form.close, exact: true }).last().click()
  const leave = page.getByRole('button', { name: form.unsaved.leave })
  await expect(leave).toBeVisible()
  expect(await axe(page), 'the confirmation').toEqual([])
  await leave.click()
  await expect(dialog(page)).toHaveCount(0)
}

/** Checks a form, and each of its other parts. */
async function checkForm(page: Page, name: string, part?: string) {
  await expect(dialog(page).locator('[data-field]').first()).toBeVisible()
  await page.waitForFunction(isRendered)
  expect(await axe(page, part), name).toEqual([])
  for (const tab of (await dialog(page).getByRole('tab').all()).slice(1)) {
    await tab.click()
    await page.waitForFunction(isRendered)
    expect(await axe(page, inDialog), name).toEqual([])
  }
}

/** Runs in the browser: rich text editors are loaded when a part has one, and their toolbars are rendered before the text. */
function isRendered() {
  const toolbars = [...document.querySelectorAll('[role="toolbar"]')]
  return (
    !document.querySelector('[role="dialog"] [aria-busy="true"]') &&
    toolbars.every((toolbar) => document.getElementById(toolbar.getAttribute('aria-controls') ?? ''))
  )
}
