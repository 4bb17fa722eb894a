import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { buildSeals, type Sealed, type Seals } from './seals.ts'
import type { Db } from '#server/db/database.ts'
import { limits } from '#shared/limits.ts'

/** What a code or reference is good for; it opens nothing else. */
export type Purpose = 'login' | 'register' | 'reset' | 'first'

/** What a step was begun with. */
export type Step = { email: string; user_id: number | null; remember: boolean }

type Row = Step & {
  id: string
  purpose: Purpose
  code_hash: Buffer | null
  confirmed: boolean
  open: boolean
}

/** `wrong` may be tried again; `ended` may not: expired, used, foreign, or out of tries. */
export type Outcome = { is: 'right'; step: Step } | { is: 'wrong' } | { is: 'ended' }

type Issue = {
  purpose: Purpose
  email: string
  user_id?: number | null
  remember?: boolean
  /** A code that is right for nobody: what an e-mail gets that may not take this step, so that the answers look the same. */
  decoy?: boolean
  /** For a reference that needs no code any more: a link that was opened, a first password that was right. */
  confirmed?: boolean
}

/** A reference alone; `confirmed` when it must have been issued so. */
type Bare = { reference: string; confirmed: boolean }
type Attempt = { reference: string; code: string; email?: string }

export type Codes = ReturnType<typeof buildCodes>

const minutesOf: Record<Purpose, number> = {
  login: limits.code.minutes,
  register: limits.code.minutes,
  reset: limits.code.reset_minutes,
  first: limits.code.reset_minutes,
}

/**
 * One-time codes and the references they belong to. The database holds keyed hashes only. Every function writes into
 * the transaction it is given; a wrong try must be kept, so whoever asks answers with its refusal instead of throwing it.
 */
export function buildCodes(secret: string) {
  const keys = keysOf(secret)
  return {
    issue: (db: Db, begun: Issue) => issue(keys, db, begun),
    confirm: (db: Db, purpose: Purpose, attempt: Attempt) => confirm(keys, db, purpose, attempt),
    use: (db: Db, purpose: Purpose, attempt: Attempt & { confirmed?: boolean }) => use(keys, db, purpose, attempt),
    find: (db: Db, purposes: Purpose[], bare: Bare) => find(keys, db, purposes, bare),
    useReference: (db: Db, purposes: Purpose[], bare: Bare) => useReference(keys, db, purposes, bare),
    endAll,
    seal: keys.seal,
    open: keys.open,
  }
}

type Keys = Seals & { hash: (...parts: string[]) => Buffer }

function keysOf(secret: string): Keys {
  const key = Buffer.from(secret, 'base64url')
  return {
    ...buildSeals(secret),
    hash: (...parts) => createHmac('sha256', key).update(parts.join('|')).digest(),
  }
}

const hashReference = ({ hash }: Keys, reference: string) => hash('reference', reference)

type Given = { purpose: Purpose; reference: string; code: string }
const hashCode = ({ hash }: Keys, { purpose, reference, code }: Given) => hash('code', purpose, reference, code)

/** Gives out a new reference and its code; the older ones of this purpose and e-mail end. */
async function issue(keys: Keys, db: Db, begun: Issue): Promise<{ reference: string; code: Sealed }> {
  const { purpose, email, user_id = null, remember = false, decoy = false, confirmed = false } = begun
  const reference = randomBytes(32).toString('base64url')
  const code = String(randomInt(10 ** limits.code.digits)).padStart(limits.code.digits, '0')
  await sql`
    update one_time_codes
       set used_at = now()
     where email = ${email}
       and purpose = ${purpose}
       and used_at is null`.execute(db)
  await sql`
    insert into one_time_codes (purpose, email, user_id, remember, reference_hash, code_hash, confirmed_at, ends_at)
    values (${purpose}, ${email}, ${user_id}, ${remember}, ${hashReference(keys, reference)},
            ${decoy ? randomBytes(32) : hashCode(keys, { purpose, reference, code })},
            case when ${confirmed} then now() end,
            now() + make_interval(mins => ${minutesOf[purpose]}))`.execute(db)
  return { reference, code: keys.seal(code) }
}

/** Looks at a code without using it up; a right one gives the reader time for the form that follows. */
async function confirm(keys: Keys, db: Db, purpose: Purpose, attempt: Attempt): Promise<Outcome> {
  const outcome = await tryCode(keys, db, purpose, attempt)
  if (outcome.is !== 'right') return outcome

  await sql`
    update one_time_codes
       set confirmed_at = now(),
           ends_at = now() + make_interval(mins => ${limits.code.reset_minutes})
     where id = ${outcome.row.id}
       and confirmed_at is null`.execute(db)
  return { is: 'right', step: stepOf(outcome.row) }
}

/** Uses a code up. With `confirmed`, only one that was looked at before: no step is skipped. */
async function use(keys: Keys, db: Db, purpose: Purpose, attempt: Attempt & { confirmed?: boolean }): Promise<Outcome> {
  const outcome = await tryCode(keys, db, purpose, attempt)
  if (outcome.is !== 'right') return outcome
  if (attempt.confirmed && !outcome.row.confirmed) return { is: 'ended' }

  await spend(db, outcome.row)
  return { is: 'right', step: stepOf(outcome.row) }
}

/** Looks at a reference that needs no code, a link out of a letter or one issued as confirmed, and leaves it open. */
async function find(keys: Keys, db: Db, purposes: Purpose[], { reference, confirmed }: Bare): Promise<Outcome> {
  const row = await lock(keys, db, purposes, reference)
  return row?.open && row.confirmed === confirmed ? { is: 'right', step: stepOf(row) } : { is: 'ended' }
}

/** Uses up a reference that needs no code. */
async function useReference(keys: Keys, db: Db, purposes: Purpose[], { reference, confirmed }: Bare): Promise<Outcome> {
  const row = await lock(keys, db, purposes, reference)
  if (!row?.open || row.confirmed !== confirmed) return { is: 'ended' }

  await spend(db, row)
  return { is: 'right', step: stepOf(row) }
}

type Tried = { is: 'right'; row: Row } | { is: 'wrong' } | { is: 'ended' }

async function tryCode(keys: Keys, db: Db, purpose: Purpose, { reference, code, email }: Attempt): Promise<Tried> {
  const row = await lock(keys, db, [purpose], reference)
  if (!row?.open || !row.code_hash || (email !== undefined && email !== row.email)) return { is: 'ended' }
  if (timingSafeEqual(row.code_hash, hashCode(keys, { purpose, reference, code }))) return { is: 'right', row }

  await sql`update one_time_codes set attempts = attempts + 1 where id = ${row.id}`.execute(db)
  return { is: 'wrong' }
}

/** The row of a reference, locked; tries of one e-mail wait for each other, so that none of them is miscounted. */
async function lock(keys: Keys, db: Db, purposes: Purpose[], reference: string): Promise<Row | undefined> {
  const hashed = hashReference(keys, reference)
  await sql`
    select pg_advisory_xact_lock(hashtextextended(purpose || ' code of ' || email, 0))
      from one_time_codes
     where reference_hash = ${hashed}`.execute(db)
  const { rows } = await sql<Row>`
    select id, purpose, email, user_id, remember, code_hash,
           confirmed_at is not null as confirmed,
           used_at is null
             and ends_at > now()
             and attempts < ${limits.code.attempts}
             and ${triesOfDay} < ${limits.code.attempts_per_day} as open
      from one_time_codes
     where reference_hash = ${hashed}
       and purpose = any(${purposes})
       for update`.execute(db)
  return rows[0]
}

/** Wrong tries of the last day with whatever references: a code is tried at most until it ends. */
const triesOfDay = sql`(
  select sum(others.attempts)
    from one_time_codes as others
   where others.email = one_time_codes.email
     and others.purpose = one_time_codes.purpose
     and others.ends_at > now() - interval '1 day')`

const spend = (db: Db, { id }: Row) => sql`update one_time_codes set used_at = now() where id = ${id}`.execute(db)

const stepOf = ({ email, user_id, remember }: Row): Step => ({ email, user_id, remember })

/** Ends every open code and reference of a person. */
async function endAll(db: Db, user_id: number) {
  await sql`
    update one_time_codes
       set used_at = now()
     where user_id = ${user_id}
       and used_at is null`.execute(db)
}
