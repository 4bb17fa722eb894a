import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { limits } from '#shared/limits.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { countLetters } from '#shared/text/language/tokenizer.ts'
import type { CountUsesAnswer } from '#shared/calls/phraseUses.ts'
import type { InputProps } from '#web/fields/inputs/props.ts'
import { MultiselectField } from '#web/fields/inputs/selects.tsx'
import { phraseUseStrings } from '#web/platform/strings/phraseUseStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { useCan } from '#web/platform/session/session.ts'
import { Isolated } from '#web/ui/Text.tsx'
import { postPath } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { SuggestedUses } from './SuggestedUses.tsx'
import styles from './PhraseUses.module.css'

type Props = InputProps<'multiselect'>

/** The input of a list of rows; that of the cases which use a phrase shows how often each contains it, and suggests others. */
export const MultiselectInput = (props: Props) =>
  props.field.input === 'phraseUses' ? <PhraseUsesField {...props} /> : <MultiselectField {...props} />

function PhraseUsesField(props: Props) {
  const phrase = usePhrase()
  const mayUpdate = useCan('update', phrases)
  const isCounted = mayUpdate && phrase !== undefined && !props.readOnly && !props.disabled
  // The same element before the phrase is counted: another one would lose the focus and what is typed in it.
  return (
    <div className={styles.field}>
      <MultiselectField {...props} {...(isCounted && { detailOf: (id) => <UseCount phrase={phrase} id={id} /> })} />
      {isCounted && <SuggestedUses phrase={phrase} chosen={props.value} onChange={props.onChange} />}
    </div>
  )
}

const typing_ms = 600
/** Letters: a legal term may have two. */
const searchedFrom = 2

/** The phrase in the form, once it has not changed for a moment; undefined while it is too short to be searched. */
function usePhrase(): string | undefined {
  const typed: unknown = useWatch({ name: 'dhivehi_phrase' })
  const [phrase] = useDebouncedValue(typeof typed === 'string' ? typed.trim() : '', typing_ms)
  return countLetters(phrase) < searchedFrom || phrase.length > limits.phrase.letters ? undefined : phrase
}

/** How often a case contains the phrase. */
function UseCount({ phrase, id }: { phrase: string; id: number }) {
  const strings = phraseUseStrings[useLanguage()]
  const { data: count } = useQuery({
    queryKey: ['phrase-uses', 'count', phrase, id],
    queryFn: () => loadUseCount(phrase, id),
    staleTime: 60_000,
  })
  if (count === undefined || count === null) return null
  return (
    <span className={styles.count}>
      <Isolated>{strings.times(count)}</Isolated>
    </span>
  )
}

type Counts = Promise<ReadonlyMap<number, number>>

/** The delay in which the rows of a list that opens are asked for in one request. */
const batch_ms = 30

const waiting = new Map<string, { ids: number[]; counts: Counts }>()

/** How often the case with a case number contains a phrase; null for one that the user may not read. Requests are batched. */
async function loadUseCount(phrase: string, id: number): Promise<number | null> {
  const batch = batchOf(phrase)
  batch.ids.push(id)
  return (await batch.counts).get(id) ?? null
}

function batchOf(phrase: string) {
  const open = waiting.get(phrase)
  if (open && open.ids.length < limits.list.choices) return open
  const ids: number[] = []
  const batch = { ids, counts: sendLater(phrase, ids) }
  waiting.set(phrase, batch)
  return batch
}

async function sendLater(phrase: string, ids: number[]): Counts {
  await new Promise((resolve) => setTimeout(resolve, batch_ms))
  if (waiting.get(phrase)?.ids === ids) waiting.delete(phrase)
  const answer = await postPath<CountUsesAnswer>('phrases/countUses', { Phrase: phrase, CaseNumbers: ids })
  return new Map(unwrapAnswer(answer).data.map(({ id, count }) => [id, count]))
}
