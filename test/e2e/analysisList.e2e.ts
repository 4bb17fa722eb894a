import { analysisSentence } from '#shared/resources/analysisMessages.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { readablePdf } from '#test/files.ts'
import { buildAnalysis, deleteAnalyses } from './analyses.ts'
import { nightly } from './nightly.ts'
import { expect, test } from './fixtures.ts'
import { choose, openList, rowsOf, toast } from './listActions.ts'

const strings = analysisStrings.dv

test('an analysis whose last run failed shows the status of what an earlier run has read, and why it failed', async ({
  openPage,
  server,
}) => {
  const number = '5120/Cv-C/2021'
  await buildAnalysis(server, number, 'Analyzed')
  await server.query(
    `update analysis set failed_at = now(), failure_code = 'page-time'
      where id in (select analysis_id from analysis_case_numbers where number = $1)`,
    [number],
  )
  const page = await openList(openPage, 'analysis', { Court: '1', Status: 'Analyzed', search: number })
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText(dv.choiceLabels.Analyzed)
  const reason = analysisSentence('failure', 'page-time', 'dv') ?? ''
  await expect(rowsOf(page).getByText(stripDirectionMarks(strings.failedAgain(reason)))).toBeVisible()
  await deleteAnalyses(server, [number])
})

test('an entry of a dropped folder that cannot be read is named, and the other files are uploaded', async ({
  openPage,
  server,
}) => {
  const page = await openList(openPage, 'analysis')
  await page.evaluate(
    (bytes) => {
      const refuse = (...[, reject]: [unknown, ((error: Error) => void) | undefined]) => reject?.(new Error('locked'))
      const entry = (name: string, more: object) => ({ name, isFile: false, isDirectory: false, ...more })
      const readable = new File([new Uint8Array(bytes)], 'folder-3.pdf', { type: 'application/pdf', lastModified: 1 })
      const batches = [
        [
          entry('folder-1.pdf', { isFile: true, file: refuse }),
          entry('folder-2', { isDirectory: true, createReader: () => ({ readEntries: refuse }) }),
          entry(readable.name, { isFile: true, file: (resolve: (file: File) => void) => resolve(readable) }),
        ],
        [],
      ]
      const readEntries = (resolve: (entries: object[]) => void) => resolve(batches.shift() ?? [])
      const folder = entry('folder', { isDirectory: true, createReader: () => ({ readEntries }) })
      DataTransferItem.prototype.webkitGetAsEntry = () => folder as FileSystemEntry
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(readable)
      document
        .querySelector('[role="grid"]')
        ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    [...readablePdf('of a folder')],
  )
  await expect(page.getByText(strings.upload.states.done)).toHaveCount(1)
  await expect(toast(page, stripDirectionMarks(strings.upload.unread(['folder-1.pdf', 'folder-2'])))).toBeVisible()
  await server.query(
    `update analysis set deleted_at = now() where pdf_file_id in (select id from files where name = 'folder-3.pdf')`,
  )
})

test('a long warning is broken into lines in the view of an analysis', nightly, async ({ openPage, server }) => {
  const number = '5121/Cv-C/2021'
  await buildAnalysis(server, number, 'Analyzed')
  await server.query(
    `insert into analysis_warnings (analysis_id, description, position)
     select analysis_id, repeat('ލިޔުމުގައި އެހެން ކޯޓެއްގެ ނަން އެބައޮތް ', 6), 1 from analysis_case_numbers where number = $1`,
    [number],
  )
  const page = await openList(openPage, 'analysis', { Court: '1', Status: 'Analyzed', search: number })
  await choose(page, 0, dv.list.view)
  const table = page.getByRole('dialog').getByRole('table').filter({ hasText: 'އެހެން ކޯޓެއްގެ' })
  await expect(table).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () =>
      table.evaluate((one) => one.getBoundingClientRect().width - (one.parentElement?.clientWidth ?? 0))
    await expect.poll(overflow).toBeLessThanOrEqual(0.5)
  }
  await deleteAnalyses(server, [number])
})
