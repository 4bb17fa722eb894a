import { sql } from 'kysely'
import { onlyRow } from '#server/db/onlyRow.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { carryTask } from '#server/html/textWork.ts'
import type { CarriedRange } from '#shared/text/carryOver.ts'
import { type CurrentText, storeText } from './currentText.ts'

type OutdatedNote = { id: number; text_id: number; start: number; end: number }

/**
 * Carries the user's notes over to the current text of a case, when they open it: each from the text that it was made on or
 * last confirmed on, so that a text that was changed back in between has its notes as before.
 */
export async function carryNotes(context: SessionContext, current: CurrentText) {
  const { db, session } = context
  const { rows: outdated } = await sql<OutdatedNote>`
    select notes.id, text_id, range_start as start, range_end as "end"
      from notes
      join note_texts on note_texts.id = carried_text_id
     where user_id = ${session.user_id}
       and notes.case_file_id = ${current.case_file_id}
       and fingerprint <> ${current.fingerprint}
     order by notes.id
       for update of notes`.execute(db)
  if (outdated.length === 0) return

  const carried: ({ id: number } & StoredResult)[] = []
  for (const [text_id, notes] of Map.groupBy(outdated, (note) => note.text_id)) {
    const before = await readText(context, text_id)
    const results = await context.offload(carryTask, { before, after: current.text, ranges: notes })
    carried.push(...notes.map(({ id }, index) => ({ id, ...toStored(results[index]) })))
  }
  await storeResults(context, await storeText(context, current), carried)
}

async function readText({ db }: SessionContext, text_id: number): Promise<string> {
  const { rows } = await sql<{ text: string }>`select text from note_texts where id = ${text_id}`.execute(db)
  return onlyRow(rows, `a note refers to text ${text_id}: is its foreign key there?`).text
}

type StoredResult = { state: CarriedRange['state']; from: number | null; to: number | null }

const toStored = (result: CarriedRange = { state: 'lost' }): StoredResult =>
  result.state === 'lost'
    ? { state: 'lost', from: null, to: null }
    : { state: result.state, from: result.range.start, to: result.range.end }

/** A placed note refers to the current text from now on. The others keep theirs until their owner decides. */
async function storeResults({ db }: SessionContext, text_id: number, carried: readonly object[]) {
  await sql`
    update notes
       set state = carried.state,
           carried_text_id = ${text_id},
           text_id = case carried.state when 'placed' then ${text_id} else notes.text_id end,
           range_start = case carried.state when 'placed' then carried."from" else range_start end,
           range_end = case carried.state when 'placed' then carried."to" else range_end end,
           moved_start = case carried.state when 'moved' then carried."from" end,
           moved_end = case carried.state when 'moved' then carried."to" end
      from jsonb_to_recordset(${JSON.stringify(carried)}::jsonb)
        as carried (id bigint, state text, "from" integer, "to" integer)
     where notes.id = carried.id`.execute(db)
}
