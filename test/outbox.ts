import { sql } from 'kysely'
import { buildCodes, type Codes } from '#server/auth/codes.ts'
import type { Sealed } from '#server/auth/seals.ts'
import type { Api } from './api.ts'

type Written = { kind: string; content: { code?: Sealed; reference?: Sealed; password?: Sealed } }

/** The letters to somebody, in the order they were written, as the outbox keeps them. */
export async function lettersTo({ db }: Api, recipient: string): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select kind, content from letters where recipient = ${recipient} order by id`.execute(db)
  return rows
}

const codesOf = ({ secrets }: Api): Codes => buildCodes(secrets.code_key)

/** The code of the newest letter to somebody that has one. */
export async function codeFor(api: Api, recipient: string): Promise<string> {
  const sealed = (await lettersTo(api, recipient)).findLast(({ content }) => content.code)?.content.code
  if (!sealed) throw new Error(`no letter to ${recipient} holds a code`)
  return codesOf(api).open(sealed)
}
