import type { Delta } from '#shared/delta/delta.ts'
import { apiErrors } from '#shared/messages.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { toPlainText } from '#test/plainText.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { textVersionStrings } from '#web/platform/strings/textVersionStrings.ts'
import { expect, type Page, staff, test } from './fixtures.ts'
import { buildAnalysis, deleteAnalyses } from './analyses.ts'
import { toast } from './listActions.ts'
import { axe, expectFocusIn } from './pageActions.ts'
import { formUrl } from './webFolder.ts'
import { nightly } from './nightly.ts'

/** The versions of a judgment's text: the difference in the history, an earlier text, and paragraphs in conflict. */

const { form } = dv
const t = textVersionStrings.dv
const dialog = (page: Page) => page.getByRole('dialog').first()

const lines = [
  'މައްސަލައިގެ ޚުލާޞާ',
  'ދަޢުވާލިބޭ ފަރާތުން 12/SC-A/2021 މައްސަލާގައި ބުނެފައިވެއެވެ.',
  'ހެކިވެރިޔާ ބުނެފައިވަނީ އެ ތާރީޚުގައި އެތަނުގައި ނެތްކަމަށެވެ.',
  'ޤާނޫނުގެ 45 ވަނަ މާއްދާއަށް ބަލައިފިނަމަ މި ނުކުތާ ޤަބޫލުކުރެވޭކަށް ނެތެވެ.',
  'ވުމާއެކު މި މައްސަލައިގައި ކުށް ސާބިތުނުވާކަމަށް ޙުކުމްކޮށްފީމެވެ.',
]
const text = (...changed: string[]): Delta => ({
  content: changed.map((line) => ({ insert: `${line}\n` })),
  footnotes: [],
  annotations: [],
})

test(
  'a second change of another user to the same text begins with its own choices of paragraphs',
  nightly,
  async ({ openPage, colleague }) => {
    const { id } = await colleague.save('caseFiles/create', {
      court: 1,
      case_types: [1],
      case_numbers: [{ number: '913/SC-A/2021' }],
      case_content: text(...lines),
    })
    const write = (version: number, changed: string[]) =>
      colleague.save('caseFiles/update', { id, version, case_content: text(...changed) })
    const page = await openPage({ user: staff, isolated: true })
    // Without live events the form does not expire, and a save finds the change.
    await page.routeWebSocket(/./, () => undefined)
    await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id, stays: 'yes' }))
    const editor = dialog(page).locator('[data-legal-editor] [contenteditable]').first()
    await dialog(page).getByRole('tab', { name: caseFiles.sections.content.dv }).click()
    await editor.click()
    await expect(editor).toBeFocused()
    await page.keyboard.press('Control+Home')
    await page.keyboard.insertText('އެއްވަނަ ')
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText(' ފަސްވަނަ')
    const place = dialog(page).getByRole('group', { name: t.place(1, 1).replace(/[\u2066-\u2069]/g, '') })
    const choice = (label: string) => place.getByRole('radio', { name: label })

    await write(1, lines.with(0, `${lines[0]} ދެން`))
    await dialog(page).getByRole('button', { name: form.save, exact: true }).click()
    await choice(t.both).check()
    expect(await toast(page, apiErrors['changed-elsewhere'][1]).count()).toBe(0)
    await write(2, lines.with(0, `${lines[0]} އަދި`).with(4, `${lines[4]} އަދި`))
    await dialog(page).getByRole('button', { name: form.conflict.saveAgain }).click()
    await expect(place).toContainText('ފަސްވަނަ')
    await expect(choice(form.conflict.mine)).toBeChecked()
    await choice(form.conflict.theirs).check()
    await expect(editor).not.toContainText('ފަސްވަނަ')

    await page.keyboard.press('Control+s')
    await expect(place).toHaveCount(0)
    await expectFocusIn(dialog(page))
  },
)

test(
  'an earlier text is not offered to be restored into a text that the state of the record locks',
  nightly,
  async ({ openPage, colleague, server }) => {
    const number = '914/SC-A/2021'
    await buildAnalysis(server, number)
    const [row] = await server.query('select analysis_id as id from analysis_case_numbers where number = $1', [number])
    const id = Number(row?.['id'])
    for (const version of [1, 2])
      await colleague.save('analysis/update', { id, version, case_content: text(...lines.slice(version)) })
    const path = formUrl({ resource: 'analysis', mode: 'Update', id })
    const page = await openPage({ user: staff, path })
    const open = async () => {
      await expect(dialog(page).locator('[data-field]').first()).toBeVisible()
      await dialog(page).getByRole('button', { name: form.history.open }).click()
      const newest = dialog(page).getByRole('listitem').first()
      await newest.getByRole('button', { name: t.show }).click()
      await expect(newest.locator('del')).not.toHaveCount(0)
      return newest.getByRole('button', { name: t.restore })
    }
    await expect(await open()).toHaveCount(1)
    await server.query(`update analysis set status = 'Cancelled' where id = $1`, [id])
    await page.goto(path)
    await expect(await open()).toHaveCount(0)
    await deleteAnalyses(server, [number])
  },
)

test('an earlier text is restored from the difference in the history, and merged with the paragraphs of another user', async ({
  openPage,
  colleague,
}) => {
  const [court] = (await colleague.call('caseFiles/getCourtList', {})).data as unknown as { id: number }[]
  const [type] = (await colleague.call('caseFiles/getCaseTypeList', {})).data as unknown as { id: number }[]
  const numbers = { court: court?.id, case_types: [type?.id], case_numbers: [{ number: '912/SC-A/2021' }] }
  const { id } = await colleague.save('caseFiles/create', {
    ...numbers,
    title: 'ލިޔުމުގެ ތާރީޚު',
    case_content: text(...lines),
  })
  const write = (version: number, changed: string[]) =>
    colleague.save('caseFiles/update', { id, version, case_content: text(...changed) })
  const edited = lines.with(1, `${lines[1]} އިތުރު`).toSpliced(3, 1)
  await write(1, edited)

  const page = await openPage({ user: staff })
  await page.goto(formUrl({ resource: 'caseFiles', mode: 'Update', id, stays: 'yes' }))
  const editor = dialog(page).locator('[data-legal-editor] [contenteditable]').first()
  await dialog(page).getByRole('tab', { name: caseFiles.sections.content.dv }).click()
  await editor.click()
  await page.keyboard.press('Control+End')
  const typed = 'މިއަދު ލިޔުނު'
  await page.keyboard.insertText(typed)
  await dialog(page).getByRole('button', { name: form.history.open }).click()
  const newest = dialog(page).getByRole('listitem').first()
  await page.setViewportSize({ width: 1280, height: 460 })
  await newest.getByRole('button', { name: t.show }).click()
  await expect(newest.locator('ins')).toHaveText('އިތުރު')
  await expect(newest.locator('ins')).toBeInViewport()
  await expect(newest.locator('del')).toContainText('މާއްދާއަށް')
  await expect(newest.getByText(t.removed)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await newest.getByRole('button', { name: t.restore }).click()
  await expect(newest.getByText(t.restored)).toBeVisible()
  await expect(newest.getByRole('button', { name: t.undo })).toBeFocused()
  await expect(editor).not.toContainText(typed)
  await newest.getByRole('button', { name: t.undo }).click()
  await expect(newest.getByRole('button', { name: t.restore })).toBeFocused()
  await expect(editor).toContainText(typed)
  await newest.getByRole('button', { name: t.restore }).click()
  await dialog(page).getByRole('button', { name: form.history.open }).click()

  await write(2, edited.with(1, `${lines[1]} އެހެން ބަހެއް`).with(0, 'ޚުލާޞާ'))
  await dialog(page).getByRole('button', { name: form.conflict.look }).click()
  const places = dialog(page).getByRole('group', { name: t.place(1, 1).replace(/[\u2066-\u2069]/g, '') })
  await expect(places.locator('ins')).toHaveText(['އެހެން ބަހެއް'])
  expect(await axe(page)).toEqual([])
  await places.getByRole('radio', { name: t.both }).check()
  await dialog(page).getByRole('button', { name: form.conflict.saveAgain }).click()
  const stored = async () =>
    toPlainText((await colleague.call('caseFiles/find', { id })).data?.['case_content'] as Delta)
  const merged = ['ޚުލާޞާ', lines[1], `${lines[1]} އެހެން ބަހެއް`, ...lines.slice(2)]
  await expect.poll(stored).toBe(merged.join('\n'))
})
