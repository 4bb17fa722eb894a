import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { analysisCan } from '#shared/resources/analysisStatuses.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'

/** Resources whose changes are written to the audit log and shown in no history. */
const withoutHistory = /resource: '(warningDismissals|errorReports)'/

test('each action that is written to the history of a record has a label in both languages', () => {
  const lines = globSync('server/{crud,resources}/**/*.ts', { exclude: ['**/*.test.ts'] })
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .filter((line) => !withoutHistory.test(line))
  const written = lines.flatMap((line) => /\baction: '([\w-]+)'/.exec(line)?.[1] ?? [])
  expect(written).toEqual(expect.arrayContaining(['import', 'finish-run', 'delete']))
  const { set: _, ...steps } = analysisCan
  const actions = [...new Set([...written, ...Object.keys(steps), 'create', 'update'])].sort()
  for (const { form } of [dv, en]) expect(actions.filter((action) => !(action in form.history.actions))).toEqual([])
})
