import { sql } from 'kysely'
import type { z } from 'zod'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { Completion, UnfinishedQuery } from '#server/search/types.ts'
import type { Entity, Suggestion, suggestInput } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { phoneticKey } from '#shared/text/language/phonetic.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { canReadUnpublished } from './caseSearch.ts'
import { parseUnfinished } from './parseInput.ts'

/** Suggestions while the user types: records and entities first, then words. */
export async function suggest(
  context: SessionContext,
  search: SearchIndex,
  { Query, Type }: z.infer<typeof suggestInput>,
): Promise<{ data: Suggestion[] }> {
  const visibility = {
    cases: canReadUnpublished(context, 'caseFiles'),
    phrases: canReadUnpublished(context, 'phrases'),
  }
  const query = await parseUnfinished(context.db, Query.trimStart())
  const { cases, phrases, names, words } = await search.findCompletions(query, visibility)
  const [numbers, called] = await Promise.all([
    Type === 'Phrase' ? [] : readNumbers(context, { ids: cases, query, unpublished: visibility.cases }),
    readPhrases(context, phrases, visibility.phrases),
  ])
  const [begun, others] = partition(names.map(ofEntity), beginsLike(Query))
  if (Type === 'Phrase') return { data: called.slice(0, limits.search.suggestions) }
  return { data: share([numbers, begun, called, words.map(ofWord), others]) }
}

/** The lists in order, within the limit of suggestions: of each the first `firstOfKind`, then as many as fit. */
function share(lists: readonly Suggestion[][]): Suggestion[] {
  let left: number = limits.search.suggestions
  const taken = lists.map(({ length }) => Math.min(length, firstOfKind))
  for (const most of [taken, lists.map(({ length }) => length)])
    for (const [at, length] of most.entries()) {
      const already = most === taken ? 0 : (taken[at] ?? 0)
      taken[at] = already + Math.min(length - already, left)
      left -= taken[at] - already
    }
  return lists.flatMap((list, at) => list.slice(0, taken[at]))
}

const firstOfKind = 3

const ofWord = ({ text, count }: Completion): Suggestion => ({ kind: 'word', text, count })
const ofEntity = ({ kind, name, id, count }: Entity): Suggestion => ({
  kind,
  text: name,
  count,
  ...(id !== null && { id }),
})

const partition = <One>(all: readonly One[], isFirst: (one: One) => boolean): [One[], One[]] => [
  all.filter(isFirst),
  all.filter((one) => !isFirst(one)),
]

/** Whether a word of a suggestion begins with the last typed letters: such a name comes before words, others after them. */
function beginsLike(typed: string): (suggestion: Suggestion) => boolean {
  const last = tokenizeWords(typed).at(-1)
  if (!last) return () => false
  const sound = phoneticKey(typed.slice(last.start, last.end))
  return ({ text }) =>
    tokenizeWords(text).some(
      ({ word, start, end }) =>
        word.startsWith(last.word) || (sound !== '' && phoneticKey(text.slice(start, end)).startsWith(sound)),
    )
}

type NumberParams = { ids: readonly number[]; query: UnfinishedQuery; unpublished: boolean }

/** Checks again whether unpublished cases may be read: the index is slightly out of date. */
async function readNumbers({ db }: SessionContext, { ids, query, unpublished }: NumberParams): Promise<Suggestion[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CaseNumber & { id: number; reference: string }>`
    select case_files.id, reference, number, key
      from case_files
      join case_numbers on case_numbers.case_file_id = case_files.id
     where case_files.id = any(${ids})
       and deleted_at is null
       and (published or ${unpublished})
     order by position`.execute(db)
  const ofCases = [...Map.groupBy(rows, ({ id }) => id).values()]
  const typed = ofCases.flatMap((numbers) => typedNumber(numbers, query) ?? [])
  return inOrder(typed, ids).map(({ number, reference }) => ({ kind: 'number', text: number, reference }))
}

type CaseNumber = { number: string; key: string }

/** Of the numbers of a case, the one that is typed or begun; else the first. */
function typedNumber<One extends CaseNumber>(numbers: readonly One[], { parsed, keys }: UnfinishedQuery) {
  const typed = tokenizeWords(parsed.text).map(({ word }) => word)
  const isBegun = ({ number }: One) => {
    const words = tokenizeWords(number).map(({ word }) => word)
    return typed.every((one, at) => words.some((word) => (at < typed.length - 1 ? word === one : word.startsWith(one))))
  }
  return numbers.find(({ key }) => keys.includes(key)) ?? numbers.find(isBegun) ?? numbers[0]
}

async function readPhrases(
  { db }: SessionContext,
  ids: readonly number[],
  unpublished: boolean,
): Promise<Suggestion[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; text: string; reference: string }>`
    select id, reference, dhivehi_phrase as text
      from phrases
     where id = any(${ids})
       and deleted_at is null
       and (published or ${unpublished})`.execute(db)
  return inOrder(rows, ids).map(({ text, reference }) => ({ kind: 'phrase', text, reference }))
}

const inOrder = <Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]) =>
  [...rows].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
