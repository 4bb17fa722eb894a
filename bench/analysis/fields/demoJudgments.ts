import { lineText, linesOf } from '#shared/delta/delta.ts'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { detectCaseNumbers } from '#shared/text/caseNumbers/detect.ts'
import type { SeedCase } from '#db/seed/caseRow.ts'
import { courts } from '#db/seed/lists.ts'
import { buildLibrary } from '#db/seed/library.ts'
import { composeCases } from '#test/fixtures/composed/compose.ts'
import { hijriOf } from './days.ts'
import { type Judgment, paginate } from './source.ts'

/** The first eight judgments of the demo library, and some composed ones: those that the seen set was frozen with. */
export const readDemoJudgments = (): Judgment[] =>
  [...buildLibrary().slice(0, 8), ...composeCases(152)]
    .filter((_, index) => index < 8 || index % 9 === 0)
    .map(toJudgment)

function toJudgment(one: SeedCase): Judgment {
  const rows = Map.groupBy(
    linesOf(one.case_content.content).map((line, index) => ({
      text: lineText(line),
      row: line.attributes.table ?? index,
    })),
    ({ row }) => row,
  )
  const lines = [...rows.values()].map((cells) => cells.map(({ text }) => text).join('   '))
  const own = one.case_numbers.flatMap(({ number }) => caseNumberKey(number) ?? [])
  const cited = detectCaseNumbers(lines.join('\n')).map(({ key }) => key)
  return {
    name: one.title,
    pages: paginate(lines),
    truth: {
      own,
      related: [...new Set(cited)].filter((key) => !own.includes(key)),
      court: courts.find(({ code }) => code === one.court)?.name ?? '',
      date: one.closed_date,
      hijri: /14\d\d \/ /.test(lines.slice(0, 20).join(' ')) ? hijriOf(one.closed_date) : undefined,
      claimant: one.claimant,
      respondant: one.respondant,
      judges: one.judges,
      title: undefined,
      case_type: one.case_types[0],
      start_page: 1,
    },
  }
}
