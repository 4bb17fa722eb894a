import { analysisSentence } from '#shared/resources/analysisMessages.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildAnalysis, deleteAnalyses } from './analyses.ts'
import { expect, test } from './fixtures.ts'
import { openList, rowsOf } from './listActions.ts'

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
