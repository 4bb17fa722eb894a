import { type ApiUser, expect, type OpenPage, type Page, test } from './fixtures.ts'
import { apiErrors } from '#shared/messages.ts'
import { type AnalysisStatus, analysisStatuses } from '#shared/resources/analysisStatuses.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildAnalysis, deleteAnalyses } from './analyses.ts'
import { dialog } from './formActions.ts'
import { choose, openList, openMenu, rowsOf, toast } from './listActions.ts'
import { nightly } from './nightly.ts'

/** Rows of a record that cannot be deleted, and actions that the menu of a row does not offer. */

const { actions, form, list } = dv
const label = caseFiles.fields.case_numbers.rowLabel.dv

const row = (page: Page, position: number) =>
  dialog(page).getByRole('group', { name: form.rows.row(label, position), exact: true })
const removeButton = (page: Page, position: number) =>
  row(page, position).getByRole('button', { name: form.rows.remove(label, position), exact: true })

/** Opens the form of a new case with these numbers. */
async function openCase(openPage: OpenPage, colleague: ApiUser, numbers: readonly [string, ...string[]]) {
  const { id: type } = await colleague.save('caseTypes/create', { name: `ބާވަތް ${crypto.randomUUID()}` })
  const case_numbers = numbers.map((number) => ({ number }))
  const title = 'ނަންބަރުތައް'
  const { id } = await colleague.save('caseFiles/create', { court: 1, title, case_types: [type], case_numbers })
  const page = await openList(openPage, 'caseFiles', { Court: '1', search: numbers[0] })
  await expect(rowsOf(page)).toHaveCount(1)
  await choose(page, 0, list.edit)
  await expect(row(page, numbers.length)).toBeVisible()
  return {
    page,
    change: (input: object) => colleague.save('caseFiles/update', { id, version: 1, ...input }),
    savedNumbers: async () => (await colleague.call('caseFiles/find', { id })).data?.['case_numbers'],
    remove: async () => {
      const { version } = (await colleague.call('caseFiles/find', { id })).data ?? {}
      await colleague.call('caseFiles/delete', { id, version })
    },
  }
}

test(
  'the last row of a repeater cannot be deleted, and its button says why',
  nightly,
  async ({ openPage, colleague }) => {
    const { page, remove } = await openCase(openPage, colleague, ['7301/Cv-C/2019'])
    const last = row(page, 1).getByRole('button', { name: form.rows.last, exact: true })
    await expect(last).toBeDisabled()

    await dialog(page)
      .getByRole('button', { name: form.rows.add(label), exact: true })
      .click()
    await expect(removeButton(page, 1)).toBeEnabled()
    // A row that is not saved yet is removed without a confirmation.
    await removeButton(page, 2).click()
    await expect(row(page, 2)).toHaveCount(0)
    await expect(last).toBeDisabled()
    await remove()
  },
)

test(
  'a row of a repeater stays when the server does not delete it, and the last one is replaced or becomes blank',
  nightly,
  async ({ openPage, colleague }) => {
    const { page, savedNumbers, remove } = await openCase(openPage, colleague, ['7302/Cv-C/2019', '7303/Cv-C/2019'])
    const confirmation = page.getByRole('dialog', { name: form.rows.sure })
    const removeSecond = async () => {
      await removeButton(page, 2).click()
      await confirmation.getByRole('button', { name: actions.ok, exact: true }).click()
      await expect(confirmation).toBeHidden()
    }
    const [status, Message] = apiErrors['in-use']
    const json = { Status: 'error', code: 'in-use', Message, payload: { errors: {} } }
    await page.route('**/api/caseFiles/partialUpdate', (route) => route.fulfill({ status, json }))
    await removeSecond()
    await expect(toast(page, Message)).toBeVisible()
    const { number } = caseFiles.fields.case_numbers.fields
    const numberIn = (position: number) => row(page, position).getByRole('textbox', { name: number.label.dv })
    await expect(numberIn(2)).toHaveValue('7303/Cv-C/2019')
    expect(await savedNumbers()).toHaveLength(2)

    await page.unroute('**/api/caseFiles/partialUpdate')
    await removeSecond()
    await expect(row(page, 2)).toHaveCount(0)
    await expect.poll(savedNumbers).toMatchObject([{ number: '7302/Cv-C/2019' }])

    await test.step('the only case number is replaced by a new row, and deleted by the save', async () => {
      await dialog(page)
        .getByRole('button', { name: form.rows.add(label), exact: true })
        .click()
      await numberIn(2).fill('7304/Cv-C/2019')
      await removeButton(page, 1).click()
      await confirmation.getByRole('button', { name: actions.ok, exact: true }).click()
      await expect(row(page, 2)).toHaveCount(0)
      await expect(numberIn(1)).toHaveValue('7304/Cv-C/2019')
    })

    await test.step('the only row of a repeater that is not required becomes blank', async () => {
      const { rowLabel: related, section, fields } = caseFiles.fields.related_cases
      await dialog(page).getByRole('tab', { name: caseFiles.sections[section].dv }).click()
      await dialog(page)
        .getByRole('button', { name: form.rows.add(related.dv), exact: true })
        .click()
      const only = dialog(page).getByRole('group', { name: form.rows.row(related.dv, 1), exact: true })
      const number = only.getByRole('textbox', { name: fields.number.label.dv })
      await number.fill('7305/Cv-C/2019')
      await only.getByRole('button', { name: form.rows.remove(related.dv, 1), exact: true }).click()
      await expect(number).toHaveValue('')
      await dialog(page).getByRole('button', { name: form.save, exact: true }).click()
      await expect.poll(savedNumbers).toMatchObject([{ number: '7304/Cv-C/2019' }])
    })
    await remove()
  },
)

test('rows that another user has deleted stay in the form of who has changed one, and are saved again', async ({
  openPage,
  colleague,
}) => {
  const { page, change, savedNumbers, remove } = await openCase(openPage, colleague, [
    '7306/Cv-C/2019',
    '7307/Cv-C/2019',
  ])
  const { number } = caseFiles.fields.case_numbers.fields
  const second = row(page, 2).getByRole('textbox', { name: number.label.dv })
  await second.fill('7308/Cv-C/2019')
  await change({ case_numbers: [{ number: '7309/Cv-C/2019' }] })
  await dialog(page).getByRole('button', { name: form.conflict.look }).click()
  await expect(dialog(page).getByRole('radio', { name: form.conflict.mine })).toBeChecked()
  await expect(second).toHaveValue('7308/Cv-C/2019')
  await dialog(page).getByRole('button', { name: form.conflict.saveAgain }).click()
  await expect.poll(savedNumbers).toMatchObject([{ number: '7306/Cv-C/2019' }, { number: '7308/Cv-C/2019' }])
  await remove()
})

test('the menu of an analysis offers only what its status allows', nightly, async ({ openPage, server }) => {
  const numberOf = (status: AnalysisStatus) => `${analysisStatuses.indexOf(status) + 1}/RM/2024`
  const numbers = analysisStatuses.map(numberOf)
  for (const status of analysisStatuses)
    await buildAnalysis(server, numberOf(status), status === 'Finalized' ? 'Analyzed' : status)
  // A finalized analysis has a case.
  await server.query(
    `update analysis set status = 'Finalized', case_file_id = (select min(id) from case_files)
      where id in (select analysis_id from analysis_case_numbers where number = $1)`,
    [numberOf('Finalized')],
  )
  try {
    const page = await openList(openPage, 'analysis', { Status: '', search: 'RM/2024' })
    await expect(rowsOf(page)).toHaveCount(analysisStatuses.length)
    const texts = await rowsOf(page).allTextContents()
    const statusesWith = new Map<string, AnalysisStatus[]>()
    for (const status of analysisStatuses) {
      const index = texts.findIndex((text) => text.includes(numberOf(status)))
      for (const action of await openMenu(page, index))
        statusesWith.set(action, [...(statusesWith.get(action) ?? []), status])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }

    await test.step('an analysis can be edited unless it is finalized', () => {
      expect(statusesWith.get(list.edit)).toEqual(['Pending', 'Analyzed', 'Scanned', 'Cancelled'])
    })

    await test.step('an analysis can be deleted unless it is finalized', () => {
      expect(statusesWith.get(list.remove)).toEqual(['Pending', 'Analyzed', 'Scanned', 'Cancelled'])
    })

    await test.step('an analysis can be made free of charge only when it is analyzed or finalized', () => {
      expect(statusesWith.get(list.analysis.markAsNonChargeable)).toEqual(['Analyzed', 'Finalized'])
    })
  } finally {
    await deleteAnalyses(server, numbers)
  }
})
