import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { sealAudit } from '#server/audit/sealAudit.ts'
import { verifyAudit } from '#server/audit/verifyAudit.ts'
import { sweepFiles } from '#server/files/sweep.ts'
import { notifyEndingSubscriptions } from '#server/notifications/endings.ts'
import { resumeRuns, takeRun } from '#server/resources/analysis/runs.ts'
import type { Api, Caller } from '#test/api.ts'
import { buildUser } from '#test/factories.ts'
import { pdf, uniquePdf } from '#test/files.ts'
import { rowOf } from '#test/signedInApi.ts'
import { beginUpload, send, sendPart, uploadedBy } from '#test/uploads.ts'
import { type ClockCheck, many, signIn } from './clockStage.ts'
import { findBrokenRows } from './storedFiles.ts'

/** Jobs and files: what must hold while the clock of the server is wrong, and after it is right again. */

const jobChecks: Record<string, ClockCheck> = {
  'no run of an analysis is taken twice': {
    options: many,
    during: { taken: false, jobs: 0 },
    prepare: async ({ api, staff }) => {
      const court = rowOf((await staff('courts/create', { name: randomUUID() })).body).id
      const { id: pdf_file } = uploadedBy(await send(staff, pdf(), { use: 'analysis.pdf_file' }))
      const { id } = rowOf((await staff('analysis/create', { court, pdf_file, accept_duplicate: true })).body)
      await staff('analysis/runAnalysis', { id })
      const { rows } = await sql<{ id: number }>`select id from analysis_runs where analysis_id = ${id}`.execute(api.db)
      const run = rows[0]?.id ?? 0
      expect(await takeRun(api.db, run, false)).toBeDefined()
      await sql`delete from graphile_worker._private_jobs`.execute(api.db)
      return {
        during: async () => {
          await resumeRuns(api.db)
          const jobs = await sql`select from graphile_worker._private_jobs`.execute(api.db)
          return { taken: (await takeRun(api.db, run, false)) !== undefined, jobs: jobs.rows.length }
        },
      }
    },
  },

  'a user is notified once of the end of a subscription, which ends by the database': {
    options: many,
    during: { notified: 1, current: true, ended: false },
    prepare: async (stage) => {
      const { api } = stage
      const users = { current: await subscriberUntil(api, 1), ended: await subscriberUntil(api, -1) }
      await notifyEndingSubscriptions(api.db)
      const has = async (email: string) => {
        const { body } = await signIn(stage, email)
        return (body['user'] as { subscription: unknown }).subscription !== null
      }
      return {
        during: async () => {
          await notifyEndingSubscriptions(api.db)
          const { rows } = await sql`
            select from notifications join users on users.id = user_id where email = ${users.current}`.execute(api.db)
          return { notified: rows.length, current: await has(users.current), ended: await has(users.ended) }
        },
      }
    },
  },

  'the audit log is sealed, and its seals hold': {
    options: many,
    during: [],
    after: [],
    prepare: async ({ api, staff }) => {
      const seal = async () => {
        await staff('courts/create', { name: randomUUID() })
        await sealAudit(api.db, { folder: api.folder })
        return (await verifyAudit(api.db, api.folder)).problems
      }
      await seal()
      return { during: seal, after: seal }
    },
  },
}

async function subscriberUntil({ databaseUrl, db }: Api, days: number) {
  const email = await buildUser(databaseUrl, { copy_access: true })
  await sql`
    update subscriptions set starts_on = library_today() - 30, ends_on = library_today() + ${days}::integer
      from users where users.id = user_id and email = ${email}`.execute(db)
  return email
}

const fileChecks: Record<string, ClockCheck> = {
  'a sweep deletes no file, upload or part that is in use': {
    options: many,
    during: { broken: [], uploads: 2 },
    after: { broken: [], attached: 200, finished: 200 },
    prepare: async (stage) => {
      const { api, staff, input, create } = stage
      await sql`delete from uploads`.execute(api.db)
      await sql`delete from files where type = 'Temp'`.execute(api.db)
      await create({ pdf_file: uploadedBy(await send(staff, uniquePdf())).id })
      const { id: pdf_file } = uploadedBy(await send(staff, uniquePdf()))
      const sendRest = await startParts(staff)
      const count = async () =>
        (await sql`select from files where type = 'Temp' union all select from uploads`.execute(api.db)).rows.length
      return {
        during: async () => {
          await sweepFiles(api.db, api.files)
          return { broken: await findBrokenRows(api), uploads: await count() }
        },
        after: async () => ({
          broken: await findBrokenRows(api),
          attached: (await staff('caseFiles/create', { ...input(), pdf_file })).status,
          finished: (await sendRest()).status,
        }),
      }
    },
  },
}

/** Sends the first part of an upload. Returns a function that sends the rest. */
async function startParts(staff: Caller) {
  const bytes = uniquePdf()
  const begun = await beginUpload(staff, bytes.length, { name: `${randomUUID()}.pdf` })
  await sendPart(staff, begun, bytes.subarray(0, 1000))
  return () => sendPart(staff, { ...begun, offset: 1000 }, bytes.subarray(1000))
}

export const clockJobChecks = { ...jobChecks, ...fileChecks }
