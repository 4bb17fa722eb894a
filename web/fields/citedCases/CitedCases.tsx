import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { ResolvedNumber } from '#shared/calls/search.ts'
import { citedNumbers, keyOf } from '#shared/delta/citedNumbers.ts'
import { isDelta } from '#shared/delta/inspect.ts'
import { limits } from '#shared/limits.ts'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import type { RowValues } from '#web/fields/values.ts'
import { post } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { useMeta } from '#web/platform/api/useMeta.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { CaseNumber, FreeText } from '#web/ui/Text.tsx'
import styles from './CitedCases.module.css'

type Props = {
  /** The fields of the form: the text, the numbers of its own case, and the chosen cases. */
  names: { text: string; own: string; chosen: string }
  onAdd: (number: string) => void
}

/** The case numbers that the text cites and that are not chosen yet: a click adds one. */
export function CitedCases({ names, onAdd }: Props) {
  const strings = editorAidStrings[useLanguage()].cited
  const titleId = useId()
  const numbers = useOfferedNumbers(names)
  const cases = useCasesOf(numbers)
  if (numbers.length === 0) return null
  return (
    <section className={styles.cited} aria-labelledby={titleId}>
      <h4 id={titleId} className={styles.title}>
        {strings.title}
      </h4>
      <p className={styles.more}>{strings.more}</p>
      <ul className={styles.numbers}>
        {numbers.map((number) => (
          <li key={number} className={styles.number}>
            <Button
              size="sm"
              variant="soft"
              icon="plus"
              aria-label={strings.add(number)}
              onClick={() => onAdd(cases.get(number)?.case?.number ?? number)}
            >
              <CaseNumber plain>{number}</CaseNumber>
            </Button>
            <CaseOf answer={cases.get(number)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The court and the title of the case with a number, or that there is none. */
function CaseOf({ answer }: { answer: ResolvedNumber | undefined }) {
  const strings = editorAidStrings[useLanguage()].suggestion
  if (!answer) return null
  const { state, case: found } = answer
  return (
    <span className={styles.case} dir="auto">
      {found ? (
        <FreeText>{[found.court, found.title].filter(Boolean).join(' · ')}</FreeText>
      ) : (
        state !== 'found' && strings[state]
      )}
    </span>
  )
}

/** What the text cites, without the numbers that are chosen already. */
function useOfferedNumbers({ text: textName, own: ownName, chosen: chosenName }: Props['names']): string[] {
  const text: unknown = useWatch({ name: textName })
  const own: unknown = useWatch({ name: ownName })
  const chosen: unknown = useWatch({ name: chosenName })
  const codes = useMeta({ enabled: isDelta(text) }).data?.Codes
  // A text of megabytes is not read again for each letter that is typed into another field.
  const cited = useMemo(
    () => (isDelta(text) ? citedNumbers(text, numbersIn(own), isCodeAmong(codes ?? [])) : []),
    [text, own, codes],
  )
  const isCode = isCodeAmong(codes ?? [])
  const chosenKeys = new Set(numbersIn(chosen).map((number) => keyOf(number, isCode)))
  return cited.filter((number) => !chosenKeys.has(keyOf(number, isCode))).slice(0, limits.search.numbers_at_once)
}

const numbersIn = (rows: unknown): string[] =>
  Array.isArray(rows)
    ? rows.flatMap(({ number }: RowValues) => (typeof number === 'string' && number !== '' ? number : []))
    : []

/** Written number → its case. */
function useCasesOf(numbers: readonly string[]): ReadonlyMap<string, ResolvedNumber> {
  const CaseNumbers = numbers.filter((number) => number.length <= limits.search.number_letters)
  const { data } = useQuery({
    queryKey: ['cited-cases', CaseNumbers],
    queryFn: async ({ signal }) => unwrapAnswer(await post('g/resolveCaseNumbers', { CaseNumbers }, { signal })).data,
    enabled: CaseNumbers.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return new Map(data?.map((one) => [one.written, one]))
}
