import { sql } from 'kysely'
import { uniquePdf } from '#test/files.ts'
import { beginUpload, send, sendPart, uploadedBy } from '#test/uploads.ts'
import { type Action, idOf, rowFrom, save, type Stage } from './action.ts'

/** Actions on case files, their search and analysis, and on files. */

/** A text with a footnote and an annotation. */
const textOf = (words: string) => ({
  content: [
    { insert: words },
    { insert: { footnote: 'x' } },
    { insert: ' two', attributes: { annotation: 'n' } },
    { insert: '\n' },
  ],
  footnotes: [{ key: 'x', content: 'note' }],
  annotations: [{ key: 'n', content: 'b', type: 'general', title: 'a', category: 'usul' }],
})

let lastNumber = 0
const number = () => `${(lastNumber += 1)}/Cv-C/2019`

/** The input of a case file that uses a court, a judge, a status, another case, and a text. */
export async function openCases({ api, staff }: Pick<Stage, 'api' | 'staff'>) {
  const court = await idOf(sql`insert into courts (name) values ('A') returning id`, api)
  const type = await idOf(sql`insert into case_types (name) values ('A') returning id`, api)
  const relation = await idOf(sql`insert into relation_types (name) values ('A') returning id`, api)
  const status = await idOf(
    sql`insert into case_statuses (name, color, icon) values ('A', 'green', 'check') returning id`,
    api,
  )
  const judge = await idOf(sql`insert into judges (name) values ('A') returning id`, api)
  const input = (): Record<string, unknown> => ({
    court,
    case_types: [type],
    statuses: [status],
    judges: [judge],
    case_numbers: [{ number: number() }, { number: number() }],
    related_cases: [{ type: relation, number: number() }],
    case_content: textOf('one'),
  })
  return { input, create: (more: object = {}) => rowFrom(staff('caseFiles/create', { ...input(), ...more })) }
}

/** A change of a case file. */
const caseAction = (path: string, change: object, created: object = {}): Action => ({
  open: async (stage) => {
    const { create } = await openCases(stage)
    return async () => {
      const { id, version } = await create(created)
      return save(stage, path, { id, version, ...change })
    }
  },
})

export const fileActions: Record<string, Action> = {
  'upload a file': {
    secondTime: 'repeats',
    open:
      async ({ staff }) =>
      async () => {
        const bytes = uniquePdf()
        return { call: () => send(staff, bytes) }
      },
  },

  'upload the last part': {
    secondTime: 'repeats',
    // The part is received, and the file not stored yet.
    steps: [{ after: { 'uploads ~ part_count received': 1 } }],
    open:
      async ({ staff }) =>
      async () => {
        const bytes = uniquePdf()
        const begun = await beginUpload(staff, bytes.length)
        await sendPart(staff, begun, bytes.subarray(0, 1000))
        return {
          call: () => sendPart(staff, { ...begun, offset: 1000 }, bytes.subarray(1000)),
          again: async () => {
            const continued = await beginUpload(staff, bytes.length)
            return sendPart(staff, continued, bytes.subarray(continued.offset))
          },
        }
      },
  },
}

export const caseActions: Record<string, Action> = {
  'create a case': {
    open: async (stage) => {
      const { input } = await openCases(stage)
      return async () => {
        const { id: pdf_file } = uploadedBy(await send(stage.staff, uniquePdf()))
        return save(stage, 'caseFiles/create', { ...input(), pdf_file, published: true })
      }
    },
  },
  'save a cell': caseAction('caseFiles/partialUpdate', { title: 'other' }),
  'update with a text': caseAction('caseFiles/set', { Delta: textOf('another') }, { published: true }),
  publish: caseAction('caseFiles/partialUpdate', { published: true }),
  'delete a case': caseAction('caseFiles/delete', {}, { published: true }),

  search: {
    options: { index: true },
    secondTime: 'repeats',
    open: async (stage) => {
      const { create } = await openCases(stage)
      await create({ published: true, title: 'ކުލީގެ އެއްބަސްވުން' })
      await stage.api.search.waitForRefresh()
      return async () => ({ call: () => stage.staff('g/search', { Type: 'CaseFile', Query: 'އެއްބަސްވުން', Facets: true }) })
    },
  },

  'start an analysis': {
    open: async (stage) => {
      const court = await idOf(sql`insert into courts (name) values ('A') returning id`, stage.api)
      return async () => {
        const pdf_file = uploadedBy(await send(stage.staff, uniquePdf(), { use: 'analysis.pdf_file' })).id
        const { id, version } = await rowFrom(
          stage.staff('analysis/create', { court, pdf_file, accept_duplicate: true }),
        )
        return save(stage, 'analysis/runAnalysis', { id, version })
      }
    },
  },
}
