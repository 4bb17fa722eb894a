import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Api } from '#test/api.ts'
import { uniquePdf } from '#test/files.ts'
import { rowOf } from '#test/signedInApi.ts'
import { beginUpload, sendPart } from '#test/uploads.ts'
import { createRow, newName, type Race, type RaceStage, valueOf } from './raceStage.ts'

/** Races of saves, deletions and uploads. */

const courtName =
  ({ api }: RaceStage, id: number, names: readonly string[]) =>
  async () => {
    const value = await valueOf(api, sql`select name as value from courts where id = ${id}`)
    return names.indexOf(String(value))
  }

/** Some saves of one version, and what else runs on the record. */
const courtRace =
  (
    saves: number,
    others: (
      stage: RaceStage,
      court: { id: number; version: number },
    ) => (() => ReturnType<RaceStage['staff']['call']>)[] = () => [],
  ): Race['open'] =>
  async (stage) =>
  async () => {
    const { id, version } = await createRow(stage, 'courts/create', { name: newName('Court') })
    const names = Array.from({ length: saves }, () => newName('Saved'))
    return {
      calls: [
        ...names.map((name) => () => stage.staff.call('courts/partialUpdate', { id, version, name })),
        ...others(stage, { id, version }),
      ],
      state: courtName(stage, id, names),
    }
  }

async function idOf(stage: RaceStage, path: string, more: object = {}) {
  return (await createRow(stage, `${path}/create`, { name: newName(path), ...more })).id
}

let lastNumber = 0
async function openCaseInput(stage: RaceStage) {
  const court = await idOf(stage, 'courts')
  const type = await idOf(stage, 'caseTypes')
  return (more: object = {}) => {
    lastNumber += 1
    return { court, case_types: [type], title: 'A', case_numbers: [{ number: `${lastNumber}/Cv-C/2021` }], ...more }
  }
}

const caseRace =
  (
    race: (
      stage: RaceStage,
      one: { id: number; version: number },
    ) => Promise<Awaited<ReturnType<Awaited<ReturnType<Race['open']>>>>>,
  ): Race['open'] =>
  async (stage) => {
    const input = await openCaseInput(stage)
    return async () => race(stage, await createRow(stage, 'caseFiles/create', input()))
  }

const caseState = (api: Api, id: number) => () =>
  valueOf(
    api,
    sql`select json_build_object('title', title, 'published', published) as value from case_files where id = ${id}`,
  )

const use = 'caseFiles.pdf_file'

/** The part comes before or after the one that ends the upload. */
const endOfUpload = ['404 not-found', '409 upload-offset']

/** The last part of an upload, several times. */
const uploadRace =
  (missing: number, count: number): Race['open'] =>
  async ({ api, staff }) =>
  async () => {
    const bytes = uniquePdf()
    const name = `${randomUUID()}.pdf`
    const { upload } = await beginUpload(staff.call, bytes.length, { name, use })
    const part = (offset: number, end: number) => sendPart(staff.call, { upload, offset }, bytes.subarray(offset, end))
    const end = bytes.length - missing
    await part(0, end)
    const files = sql<{ value: unknown }>`select count(*)::integer as value from files where name = ${name}`
    return {
      calls: Array.from({ length: count }, () => () => part(end, bytes.length)),
      state: () => valueOf(api, files),
    }
  }

export const recordRaces: Record<string, Race> = {
  'one version is saved twice': { succeed: [1], inShortRun: true, open: courtRace(2) },
  'one version is saved three times': { succeed: [1], open: courtRace(3) },

  'a record is deleted while it is saved': {
    succeed: [1],
    open: courtRace(1, ({ staff }, court) => [() => staff.call('courts/delete', court)]),
  },
  'a record is deleted twice while it is saved': {
    succeed: [1],
    open: courtRace(1, ({ staff }, court) => [
      () => staff.call('courts/delete', court),
      () => staff.call('courts/delete', court),
    ]),
  },

  'a case is published while it is edited': {
    succeed: [1],
    open: caseRace(async ({ api, staff }, { id, version }) => ({
      calls: [
        () => staff.call('caseFiles/partialUpdate', { id, version, published: true }),
        () => staff.call('caseFiles/partialUpdate', { id, version, title: 'B' }),
      ],
      state: caseState(api, id),
    })),
  },
  'a case is published, edited and deleted': {
    succeed: [1],
    open: caseRace(async ({ api, staff }, { id, version }) => ({
      calls: [
        () => staff.call('caseFiles/partialUpdate', { id, version, published: true }),
        () => staff.call('caseFiles/partialUpdate', { id, version, title: 'B' }),
        () => staff.call('caseFiles/delete', { id, version }),
      ],
      state: caseState(api, id),
    })),
  },

  'two saves create the same case number': {
    succeed: [1, 2],
    open: async (stage) => {
      const input = await openCaseInput(stage)
      return async () => {
        const given = input()
        return { calls: [1, 2].map(() => () => stage.staff.call('caseFiles/create', given)) }
      }
    },
  },

  'a case is linked to another while a link is removed': {
    succeed: [1],
    open: async (stage) => {
      const input = await openCaseInput(stage)
      const type = await idOf(stage, 'relationTypes')
      return async () => {
        const other = input()
        await stage.staff.done('caseFiles/create', other)
        const link = { type, number: other.case_numbers[0]?.number }
        const { id, version } = await createRow(stage, 'caseFiles/create', input({ related_cases: [link] }))
        const save = (related_cases: object[]) => () =>
          stage.staff.call('caseFiles/partialUpdate', { id, version, related_cases })
        return { calls: [save([]), save([link, { type, number: '77/Cv-C/1999' }])] }
      }
    },
  },
  'a linked case is deleted while another links to it': {
    succeed: [1, 2],
    open: async (stage) => {
      const input = await openCaseInput(stage)
      const type = await idOf(stage, 'relationTypes')
      return async () => {
        const other = input()
        const linked = await createRow(stage, 'caseFiles/create', other)
        const { id, version } = await createRow(stage, 'caseFiles/create', input())
        const related_cases = [{ type, number: other.case_numbers[0]?.number }]
        return {
          calls: [
            () => stage.staff.call('caseFiles/partialUpdate', { id, version, related_cases }),
            () => stage.staff.call('caseFiles/delete', { id: linked.id, version: linked.version }),
          ],
        }
      }
    },
  },

  'a court is deleted while a case of it is created': {
    succeed: [1],
    inShortRun: true,
    open: async (stage) => {
      const input = await openCaseInput(stage)
      return async () => {
        const { id, version } = await createRow(stage, 'courts/create', { name: newName('Court') })
        return {
          calls: [
            () => stage.staff.call('courts/delete', { id, version }),
            () => stage.staff.call('caseFiles/create', input({ court: id })),
          ],
        }
      }
    },
  },

  'a name that must be unique is given to two records': {
    succeed: [1],
    open: async (stage) => async () => {
      const name = newName('Court')
      return { calls: [1, 2].map(() => () => stage.staff.call('roles/create', { name })) }
    },
  },

  'a save is repeated with its key': {
    succeed: [3],
    open: async (stage) => async () => {
      const headers = { 'idempotency-key': randomUUID() }
      const name = newName('Court')
      return { calls: [1, 2, 3].map(() => () => stage.staff.call('courts/create', { name }, { headers })) }
    },
  },

  'the last part of an upload is sent twice': { succeed: [1], sameRefusals: endOfUpload, open: uploadRace(500, 2) },
  'the last part of an upload is sent three times': {
    succeed: [1],
    sameRefusals: endOfUpload,
    open: uploadRace(500, 3),
  },

  'an upload is attached while it is deleted': {
    succeed: [1],
    open: async (stage) => {
      const input = await openCaseInput(stage)
      return async () => {
        const answer = await stage.staff.upload(use, uniquePdf(), 'a.pdf')
        const { id } = rowOf(answer.body)
        return {
          calls: [
            () => stage.staff.call('caseFiles/create', input({ pdf_file: id })),
            () => stage.staff.call('files/delete', { id }),
          ],
        }
      }
    },
  },
}
