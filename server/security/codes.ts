import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { createSeals, type Sealed, type Seals } from './seals.ts'
import type { Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'

/** What a code or reference was issued for; it is valid for nothing else. */
export type Purpose = 'login' | 'register' | 'reset' | 'first' | 'email-change' | 'email-revert'

/** The data of the step that a code was issued for. */
type Step = { email: string; user_id: number | null; remember: boolean; issued_at: Date }

type CodeRow = Step & {
  id: string
  purpose: Purpose
  code_hash: Buffer | null
  confirmed: boolean
  open: boolean
}

/** After `wrong` the user may try again; after `ended` not: expired, used, foreign, or without attempts left. */
export type Outcome = { is: 'valid'; step: Step } | { is: 'wrong' } | { is: 'ended' }

type NewCode = {
  purpose: Purpose
  email: string
  user_id?: number | null
  remember?: boolean
  /**
   * A decoy code never matches. It is issued for e-mail addresses that may not take this step, so that the responses
   * look the same.
   */
  decoy?: boolean
  /** The reference needs no code: a link that was opened, or a first password that was correct. */
  confirmed?: boolean
}

/** A reference without a code; `confirmed` when it must have been issued as confirmed. */
type ReferenceAttempt = { reference: string; confirmed: boolean }
/** `confirmed`: only a code that was confirmed before, so that no step can be skipped. */
type CodeAttempt = { reference: string; code: string; email?: string; confirmed?: boolean }

export type Codes = ReturnType<typeof createCodes>

const lifetimeMinutes: Record<Purpose, number> = {
  login: limits.code.minutes,
  register: limits.code.minutes,
  reset: limits.code.reset_minutes,
  first: limits.code.reset_minutes,
  'email-change': limits.code.email_hours * 60,
  'email-revert': limits.code.email_hours * 60,
}

/** What ends when a new one is issued: of an e-mail address, of a user, or of both, because two users can want one address. */
const isReplaced: Record<Purpose, (of: { email: string; user_id: number | null }) => RawBuilder<unknown>> = {
  login: ({ email }) => sql`email = ${email}`,
  register: ({ email }) => sql`email = ${email}`,
  reset: ({ email }) => sql`email = ${email}`,
  first: ({ email }) => sql`email = ${email}`,
  'email-change': ({ user_id }) => sql`user_id = ${user_id}`,
  'email-revert': ({ email, user_id }) => sql`user_id = ${user_id} and email = ${email}`,
}

/** A new password ends these. */
const signInPurposes: readonly Purpose[] = ['login', 'register', 'reset', 'first']

/**
 * One-time codes and their references, stored only as keyed hashes. Every function writes in the transaction it is
 * given. A wrong attempt must be committed, so callers return their `ApiError` instead of throwing it.
 */
export function createCodes(secret: string) {
  const keys = deriveKeys(secret)
  return {
    issue: (db: Db, newCode: NewCode) => issue(keys, db, newCode),
    confirm: (db: Db, purpose: Purpose, attempt: CodeAttempt) => confirm(keys, db, purpose, attempt),
    check: (db: Db, purpose: Purpose, attempt: CodeAttempt) => check(keys, db, purpose, attempt),
    use: (db: Db, purpose: Purpose, attempt: CodeAttempt) => use(keys, db, purpose, attempt),
    useWith: (db: Db, purpose: Purpose, reference: string, isProven: Proof) =>
      useWith(keys, db, purpose, reference, isProven),
    renew: (db: Db, purpose: Purpose, reference: string) => renew(keys, db, purpose, reference),
    /** The step of an open reference; undefined when it has ended. */
    peek: async (db: Db, purpose: Purpose, reference: string) => {
      const row = await lock(keys, db, [purpose], reference)
      return row?.open ? stepOf(row) : undefined
    },
    find: (db: Db, purposes: Purpose[], attempt: ReferenceAttempt) => find(keys, db, purposes, attempt),
    useReference: (db: Db, purposes: Purpose[], attempt: ReferenceAttempt) => useReference(keys, db, purposes, attempt),
    endAll,
    endLater: (db: Db, user_id: number, than: { purpose: Purpose; reference: string }) =>
      endLater(keys, db, user_id, than),
    seal: keys.seal,
    open: keys.open,
  }
}

type Keys = Seals & { hash: (...parts: string[]) => Buffer }

function deriveKeys(secret: string): Keys {
  const key = Buffer.from(secret, 'base64url')
  return {
    ...createSeals(secret),
    hash: (...parts) => createHmac('sha256', key).update(parts.join('|')).digest(),
  }
}

const hashReference = ({ hash }: Keys, reference: string) => hash('reference', reference)

type CodeParts = { purpose: Purpose; reference: string; code: string }
const hashCode = ({ hash }: Keys, { purpose, reference, code }: CodeParts) => hash('code', purpose, reference, code)

/** Issues a new reference and code; earlier ones end. */
async function issue(keys: Keys, db: Db, newCode: NewCode): Promise<{ reference: string; code: Sealed }> {
  const { purpose, email, user_id = null, remember = false, decoy = false, confirmed = false } = newCode
  const reference = randomBytes(32).toString('base64url')
  const code = newCodeText()
  await sql`
    update one_time_codes
       set used_at = now()
     where ${isReplaced[purpose]({ email, user_id })}
       and purpose = ${purpose}
       and used_at is null`.execute(db)
  await sql`
    insert into one_time_codes (purpose, email, user_id, remember, reference_hash, code_hash, confirmed_at, ends_at)
    values (${purpose}, ${email}, ${user_id}, ${remember}, ${hashReference(keys, reference)},
            ${decoy ? randomBytes(32) : hashCode(keys, { purpose, reference, code })},
            case when ${confirmed} then now() end,
            now() + make_interval(mins => ${lifetimeMinutes[purpose]}))`.execute(db)
  return { reference, code: keys.seal(code) }
}

const newCodeText = () => String(randomInt(10 ** limits.code.digits)).padStart(limits.code.digits, '0')

/** Confirms a code without using it; a correct one extends the time for the form that follows. */
async function confirm(keys: Keys, db: Db, purpose: Purpose, attempt: CodeAttempt): Promise<Outcome> {
  const outcome = await check(keys, db, purpose, attempt)
  if (outcome.is !== 'valid') return outcome

  await sql`
    update one_time_codes
       set confirmed_at = now(),
           ends_at = now() + make_interval(mins => ${limits.code.reset_minutes})
     where id = ${outcome.row.id}
       and confirmed_at is null`.execute(db)
  return { is: 'valid', step: stepOf(outcome.row) }
}

/** Uses a code. */
async function use(keys: Keys, db: Db, purpose: Purpose, attempt: CodeAttempt): Promise<Outcome> {
  const outcome = await check(keys, db, purpose, attempt)
  if (outcome.is !== 'valid') return outcome

  await markUsed(db, outcome.row)
  return { is: 'valid', step: stepOf(outcome.row) }
}

/**
 * Proves the owner of an open reference by another factor than its code, or by the code: `matchesCode`. A wrong proof counts
 * as a wrong code.
 */
type Proof = (step: Step, matchesCode: (code: string) => boolean) => Promise<boolean>

/** Uses a reference by a proof. */
async function useWith(keys: Keys, db: Db, purpose: Purpose, reference: string, isProven: Proof): Promise<Outcome> {
  const row = await lock(keys, db, [purpose], reference)
  if (!row?.open) return { is: 'ended' }
  const matchesCode = (code: string) => isCodeOf(keys, row, { purpose, reference, code })
  if (!(await isProven(stepOf(row), matchesCode))) return countWrong(db, row)

  await markUsed(db, row)
  return { is: 'valid', step: stepOf(row) }
}

/** Replaces the code of an open reference; undefined when it has ended. */
async function renew(keys: Keys, db: Db, purpose: Purpose, reference: string) {
  const row = await lock(keys, db, [purpose], reference)
  if (!row?.open) return undefined
  const code = newCodeText()
  await sql`
    update one_time_codes
       set code_hash = ${hashCode(keys, { purpose, reference, code })}
     where id = ${row.id}`.execute(db)
  return { step: stepOf(row), code: keys.seal(code) }
}

/** Checks a reference without a code (a link of an e-mail, or one issued as confirmed) and leaves it open. */
async function find(
  keys: Keys,
  db: Db,
  purposes: Purpose[],
  { reference, confirmed }: ReferenceAttempt,
): Promise<Outcome> {
  const row = await lock(keys, db, purposes, reference)
  return row?.open && row.confirmed === confirmed ? { is: 'valid', step: stepOf(row) } : { is: 'ended' }
}

/** Uses a reference without a code. */
async function useReference(
  keys: Keys,
  db: Db,
  purposes: Purpose[],
  { reference, confirmed }: ReferenceAttempt,
): Promise<Outcome> {
  const row = await lock(keys, db, purposes, reference)
  if (!row?.open || row.confirmed !== confirmed) return { is: 'ended' }

  await markUsed(db, row)
  return { is: 'valid', step: stepOf(row) }
}

type CheckedCode = { is: 'valid'; row: CodeRow } | { is: 'wrong' } | { is: 'ended' }

/** Checks a code without using it; a wrong attempt is counted. */
async function check(
  keys: Keys,
  db: Db,
  purpose: Purpose,
  { reference, code, email, confirmed = false }: CodeAttempt,
): Promise<CheckedCode> {
  const row = await lock(keys, db, [purpose], reference)
  if (!row?.open || !row.code_hash || (email !== undefined && email !== row.email)) return { is: 'ended' }
  if (isCodeOf(keys, row, { purpose, reference, code }))
    return confirmed && !row.confirmed ? { is: 'ended' } : { is: 'valid', row }
  return countWrong(db, row)
}

const isCodeOf = (keys: Keys, { code_hash }: CodeRow, parts: CodeParts) =>
  code_hash !== null && timingSafeEqual(code_hash, hashCode(keys, parts))

async function countWrong(db: Db, { id }: CodeRow): Promise<{ is: 'wrong' }> {
  await sql`update one_time_codes set attempts = attempts + 1 where id = ${id}`.execute(db)
  return { is: 'wrong' }
}

/**
 * The row of a reference, locked. Attempts for one e-mail address are serialized, so that none is miscounted. The user is
 * locked first, as by a change of the password, which ends the codes: in the other order the two could deadlock.
 */
async function lock(keys: Keys, db: Db, purposes: Purpose[], reference: string): Promise<CodeRow | undefined> {
  const referenceHash = hashReference(keys, reference)
  const user = sql`(select user_id from one_time_codes where reference_hash = ${referenceHash})`
  await sql`select from users where id = ${user} for update`.execute(db)
  await sql`
    select pg_advisory_xact_lock(hashtextextended(purpose || ' code of ' || email, 0))
      from one_time_codes
     where reference_hash = ${referenceHash}`.execute(db)
  const { rows } = await sql<CodeRow>`
    select id, purpose, email, user_id, remember, code_hash, created_at as issued_at,
           confirmed_at is not null as confirmed,
           used_at is null
             and ends_at > now()
             and attempts < ${limits.code.attempts}
             and ${attemptsOfDay} < ${limits.code.attempts_per_day} as open
      from one_time_codes
     where reference_hash = ${referenceHash}
       and purpose = any(${purposes})
       for update`.execute(db)
  return rows[0]
}

/** Wrong attempts of the last day over all references of the e-mail address and purpose. */
const attemptsOfDay = sql`(
  select sum(others.attempts)
    from one_time_codes as others
   where others.email = one_time_codes.email
     and others.purpose = one_time_codes.purpose
     and others.ends_at > now() - interval '1 day')`

const markUsed = (db: Db, { id }: CodeRow) =>
  sql`update one_time_codes set used_at = now() where id = ${id}`.execute(db)

const stepOf = ({ email, user_id, remember, issued_at }: CodeRow): Step => ({ email, user_id, remember, issued_at })

/** Ends every open code and reference of a user, by default those to sign in with. Returns whether there were any. */
async function endAll(db: Db, user_id: number, purposes: readonly Purpose[] = signInPurposes): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update one_time_codes
       set used_at = now()
     where user_id = ${user_id}
       and purpose = any(${purposes})
       and ends_at > now()
       and used_at is null`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Ends the open references of a user and purpose that were issued after another one. */
async function endLater(
  keys: Keys,
  db: Db,
  user_id: number,
  { purpose, reference }: { purpose: Purpose; reference: string },
) {
  const issuedAt = sql`(select created_at from one_time_codes where reference_hash = ${hashReference(keys, reference)})`
  await sql`
    update one_time_codes
       set used_at = now()
     where user_id = ${user_id}
       and purpose = ${purpose}
       and used_at is null
       and created_at > ${issuedAt}`.execute(db)
}
