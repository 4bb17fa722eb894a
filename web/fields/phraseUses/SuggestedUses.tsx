import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SuggestedUse, SuggestedUsesAnswer } from '#shared/calls/phraseUses.ts'
import { useOwner } from '#web/fields/files/owner.ts'
import type { Chosen } from '#web/fields/values.ts'
import { postPath } from '#web/platform/api/client.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { phraseUseStrings } from '#web/platform/strings/phraseUseStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { showAnswer } from '#web/platform/toasts/toasts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CaseNumber, DateText, FreeText, Isolated } from '#web/ui/Text.tsx'
import styles from './PhraseUses.module.css'

type Props = { phrase: string; chosen: Chosen[]; onChange: (chosen: Chosen[]) => void }

/** Published cases that contain the phrase and are not chosen yet: one click adds a case, another dismisses it. */
export function SuggestedUses({ phrase, chosen, onChange }: Props) {
  const strings = phraseUseStrings[useLanguage()]
  const id = useOwner()?.row
  const { data, isError } = useQuery(suggestionsQuery(phrase, id, chosen))
  const { dismissed, dismiss, undo } = useDismissed(id)
  const chosenIds = new Set(chosen.map((one) => one.id))
  const uses = data?.data.filter((use) => !chosenIds.has(use.id)) ?? []
  return (
    <section className={styles.suggestions} aria-label={strings.title}>
      <h3 className={styles.title}>{strings.title}</h3>
      <p className={styles.summary} role="status">
        <Isolated>{summaryOf({ data, isError, chosen: chosen.length, isEmpty: uses.length === 0 }, strings)}</Isolated>
      </p>
      <ul className={styles.uses}>
        {uses.map((use) => (
          <li key={use.id} className={styles.use}>
            {dismissed.has(use.id) ? (
              <Dismissed use={use} onUndo={() => void undo(use)} />
            ) : (
              <Use
                use={use}
                onAdd={() => onChange([...chosen, { id: use.id, name: use.number }])}
                onDismiss={() => void dismiss(use)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const suggestionsQuery = (phrase: string, id: number | undefined, chosen: readonly Chosen[]) => {
  const input = { Phrase: phrase, Chosen: chosen.map((one) => one.id), ...(id !== undefined && { id }) }
  return {
    queryKey: ['phrase-uses', 'suggested', input],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      unwrapAnswer(await postPath<SuggestedUsesAnswer>('phrases/suggestUses', input, { signal })),
    placeholderData: keepPreviousData,
  }
}

type Summary = { data: SuggestedUsesAnswer | undefined; isError: boolean; chosen: number; isEmpty: boolean }

function summaryOf({ data, isError, chosen, isEmpty }: Summary, strings: (typeof phraseUseStrings)['dv']) {
  if (isError) return strings.failed
  if (!data) return strings.loading
  const counted = data.cases === null ? [] : [strings.found(data.cases.toLocaleString('en-US'))]
  return [strings.chosen(chosen), ...counted, ...(isEmpty ? [strings.none] : [])].join(' · ')
}

/** A dismissed case is stored with the phrase; for a new phrase it is dismissed while the form is open. */
function useDismissed(phraseId: number | undefined) {
  const [dismissed, setDismissed] = useState<ReadonlySet<number>>(new Set())
  const change = async ({ id }: SuggestedUse, isDismissed: boolean) => {
    if (phraseId !== undefined) {
      const answer = await postPath(
        'phrases/dismissUse',
        { id: phraseId, CaseNumber: id, Dismissed: isDismissed },
        { isSave: true },
      )
      if (answer.Status === 'error') {
        showAnswer(answer)
        return
      }
    }
    setDismissed((before) => new Set(isDismissed ? [...before, id] : [...before].filter((one) => one !== id)))
  }
  return {
    dismissed,
    dismiss: (use: SuggestedUse) => change(use, true),
    undo: (use: SuggestedUse) => change(use, false),
  }
}

type UseProps = { use: SuggestedUse; onAdd: () => void; onDismiss: () => void }

function Use({ use: { number, title, closed_date, count, pieces }, onAdd, onDismiss }: UseProps) {
  const language = useLanguage()
  const strings = phraseUseStrings[language]
  return (
    <>
      <p className={styles.head}>
        <CaseNumber>{number}</CaseNumber>
        {closed_date !== null && <DateText day={closed_date} language={language} />}
        <span className={styles.count}>
          <Isolated>{strings.times(count)}</Isolated>
        </span>
      </p>
      <p className={styles.name} lang="dv" dir="rtl">
        <FreeText>{title}</FreeText>
      </p>
      <p className={styles.snippet} lang="dv" dir="rtl">
        {pieces.map(({ text, marked }, index) =>
          marked ? <mark key={index}>{text}</mark> : <FreeText key={index}>{text}</FreeText>,
        )}
      </p>
      <p className={styles.actions}>
        <Button size="sm" variant="soft" icon="plus" aria-label={strings.of(strings.add, number)} onClick={onAdd}>
          {strings.add}
        </Button>
        <Button size="sm" variant="ghost" aria-label={strings.of(strings.dismiss, number)} onClick={onDismiss}>
          {strings.dismiss}
        </Button>
      </p>
    </>
  )
}

function Dismissed({ use: { number }, onUndo }: { use: SuggestedUse; onUndo: () => void }) {
  const strings = phraseUseStrings[useLanguage()]
  return (
    <p className={styles.actions}>
      <span className={styles.summary}>
        <Isolated>{strings.dismissed(number)}</Isolated>
      </span>
      <Button size="sm" variant="ghost" aria-label={strings.of(strings.undo, number)} onClick={onUndo}>
        {strings.undo}
      </Button>
    </p>
  )
}
