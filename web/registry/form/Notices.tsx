import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { useEffect, useRef, useState } from 'react'
import { joinList } from '#shared/text/format/joinList.ts'
import type { Change } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { formatMoment } from '#shared/text/format/dates.ts'
import { conflictsOf, type MergeChoice, type TextConflict, type TextMerge } from '#shared/delta/merge.ts'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { FieldValue } from '#web/fields/FieldValue.tsx'
import { textVersionStrings } from '#web/platform/strings/textVersionStrings.ts'
import { classes } from '#web/ui/classes.ts'
import { changesBetween, type FieldConflict, changeChoices, textOf } from './conflict.ts'
import type { useConflict, Conflict } from './useConflict.ts'
import type { useDraft } from './useDraft.ts'
import { isSameValue } from './draftStore.ts'
import type { FormValues } from './payload.ts'
import { TextDiff } from './TextDiff.tsx'
import styles from './Form.module.css'
import conflictStyles from './Notices.module.css'

type Props = {
  resource: Resource
  draft: ReturnType<typeof useDraft>
  conflict: ReturnType<typeof useConflict>
  isExpired: boolean
  isGone: boolean
  isRevoked: boolean
  /** The record and the two versions between which other users changed it. */
  changes: { id: number; from: number; to: number } | undefined
  version: number | undefined
  onRestore: () => void
}

/** Notices above the form: an earlier draft, and changes by other users since the form opened. */
export function Notices({
  resource,
  draft,
  conflict,
  isExpired,
  isGone,
  isRevoked,
  changes,
  version,
  onRestore,
}: Props) {
  const { form } = useStrings()
  const language = useLanguage()
  const { offered } = draft
  const isOlder = offered !== undefined && version !== undefined && offered.version !== version
  const element = useShownConflict(conflict.merged)
  return (
    <div ref={element} tabIndex={-1} className={styles.notices}>
      {offered && (
        <Alert tone="note" title={form.draft.title}>
          <p>
            <Isolated>{form.draft.of(formatMoment(offered.at, language))}</Isolated>
          </p>
          {isOlder && <p>{form.draft.older}</p>}
          <div className={styles.noticeActions}>
            <Button size="sm" ref={takeFocus} data-autofocus onClick={onRestore}>
              {form.draft.restore}
            </Button>
            <Button size="sm" variant="ghost" onClick={draft.discard}>
              {form.draft.forget}
            </Button>
          </div>
        </Alert>
      )}
      {isGone && (
        <Alert tone="bad" title={form.conflict.gone}>
          {form.conflict.goneMore}
        </Alert>
      )}
      {isRevoked && <Alert tone="bad" title={form.notAllowed} />}
      {isExpired && !isGone && (
        <Alert tone="bad" title={form.expired}>
          {changes && <ChangedBy resource={resource} {...changes} />}
          <Button size="sm" variant="outline" onClick={() => void conflict.mergeTheirs([])}>
            {form.conflict.look}
          </Button>
        </Alert>
      )}
      {conflict.merged && !isExpired && !isGone && (
        <ConflictView key={conflict.merged.count} resource={resource} conflict={conflict.merged} />
      )}
    </div>
  )
}

/** The form waits for this decision. */
const takeFocus = (button: HTMLElement | null) => button?.focus()

/**
 * Scrolls to a conflict of a save: the notice is above the field from which a long form was saved. It takes the focus of a
 * button, also of one that is gone, but not that of a field in which the user writes. The focus of a conflict that is gone
 * stays here, in the form.
 */
function useShownConflict(merged: Conflict | undefined) {
  const notices = useRef<HTMLDivElement>(null)
  const wasShown = useRef(false)
  useEffect(() => {
    const isGone = wasShown.current && !merged
    wasShown.current = merged !== undefined
    if (isGone && document.activeElement === document.body) notices.current?.focus({ preventScroll: true })
    if (merged?.isJob !== false || !notices.current) return
    notices.current.scrollIntoView({ block: 'nearest' })
    const { activeElement } = document
    if (activeElement !== document.body && !(activeElement instanceof HTMLButtonElement)) return
    const choice = notices.current.querySelector<HTMLElement>('input:checked')
    ;(choice ?? notices.current).focus({ preventScroll: true })
  }, [merged])
  return notices
}

type ChangedByProps = { resource: Resource; id: number; from: number; to: number }

/** Which users changed which fields between two versions of a record. */
function ChangedBy({ resource, id, from, to }: ChangedByProps) {
  const { form } = useStrings()
  const language = useLanguage()
  const history = useQuery({
    queryKey: [...resourceQueryKey(resource), 'history', id, to],
    queryFn: async ({ signal }) => unwrapAnswer(await callResource(resource, 'history', { id }, { signal })),
  })
  const nameOf = (field: string) => resource.fields[field]?.label[language] ?? []
  const actions: Record<string, string> = form.history.actions
  /** The labels of the changed fields or, if there are none, the name of the action. */
  const whatOf = ({ fields, action }: Change) =>
    joinList(
      fields.flatMap(({ name }) => nameOf(name)),
      language,
    ) ||
    (actions[action] ?? action)
  return (
    <ul>
      {changesBetween(history.data?.data ?? [], { from, to }).map((change) => (
        <li key={`${change.version} ${change.at}`}>
          <Isolated>{form.conflict.by(change.by ?? form.conflict.someone, formatMoment(change.at, language))}</Isolated>
          : <b>{whatOf(change)}</b>
        </li>
      ))}
    </ul>
  )
}

type ConflictViewProps = { resource: Resource; conflict: Conflict }

/** Fields that another user, or a job, changed since the form opened: both values, and the choice for the next save. */
function ConflictView({ resource, conflict: { conflicts, takenFields, changes, isJob } }: ConflictViewProps) {
  const { form } = useStrings()
  const language = useLanguage()
  const { job } = textVersionStrings[language]
  const names = takenFields.flatMap((name) => {
    const { form: position, label } = resource.fields[name] ?? {}
    return position === undefined || !label ? [] : label[language]
  })
  const actions: Record<string, string> = form.history.actions
  const title = (isJob && actions[changes[0]?.action ?? '']) || form.conflict.title
  return (
    <Alert
      tone={conflicts.length > 0 || !isJob ? 'caution' : 'note'}
      title={title}
      className={conflictStyles.alert ?? ''}
    >
      <p>{conflicts.length > 0 ? form.conflict.more : isJob ? job.merged : form.conflict.none}</p>
      {names.length > 0 && (
        <p>
          {isJob ? job.taken : form.conflict.taken} <b>{joinList(names, language)}</b>
        </p>
      )}
      {conflicts.map((conflict) => (
        <FieldConflictChoice key={conflict.name} conflict={conflict} isJob={isJob} resource={resource} />
      ))}
    </Alert>
  )
}

type ChoiceProps = { conflict: FieldConflict; isJob: boolean; resource: Resource }

function FieldConflictChoice({ conflict, isJob, resource }: ChoiceProps) {
  const strings = useStrings().form.conflict
  const language = useLanguage()
  const { job } = textVersionStrings[language]
  const { setValue, control } = useFormContext<FormValues>()
  const current = useWatch({ control, name: conflict.name })
  const field = resource.fields[conflict.name]
  if (!field) return null
  const sides = [
    { side: 'mine', label: strings.mine, value: conflict.mine },
    { side: 'theirs', label: isJob ? job.theirs : strings.theirs, value: conflict.theirs },
  ]
  const changedAt = conflict.at === undefined ? '' : formatMoment(conflict.at, language)
  return (
    <fieldset className={conflict.merge ? conflictStyles.text : conflictStyles.conflict}>
      <legend>
        {field.label[language]}{' '}
        <small>
          <Isolated>{strings.by(conflict.by ?? strings.someone, changedAt)}</Isolated>
        </small>
      </legend>
      {conflict.merge ? (
        <TextConflictChoice name={conflict.name} merge={conflict.merge} />
      ) : (
        sides.map(({ side, label, value }) => (
          <label key={side} className={conflictStyles.side}>
            <input
              type="radio"
              name={`conflict-${conflict.name}`}
              checked={isSameValue(current, value)}
              onChange={() => setValue(conflict.name, value, { shouldDirty: true })}
            />
            <span>
              <b>{label}</b>
              <FieldValue field={field} value={value} language={language} />
            </span>
          </label>
        ))
      )}
    </fieldset>
  )
}

/** The paragraphs of a text that two users changed, each with a choice. The others are merged already. */
function TextConflictChoice({ name, merge }: { name: string; merge: TextMerge }) {
  const strings = textVersionStrings[useLanguage()]
  const { getValues, setValue } = useFormContext<FormValues>()
  const conflicts = conflictsOf(merge)
  const [choices, setChoices] = useState<readonly MergeChoice[]>(() => conflicts.map(() => 'mine'))
  const choose = (index: number, choice: MergeChoice) => {
    const next = choices.with(index, choice)
    setValue(name, changeChoices(merge, { before: choices, after: next }, textOf(getValues(name))), {
      shouldDirty: true,
    })
    setChoices(next)
  }
  return (
    <>
      <p className={conflictStyles.summary}>
        <Isolated>{strings.conflicts(conflicts.length)}</Isolated>. {strings.rest}
      </p>
      {conflicts.map((conflict, index) => (
        <ParagraphChoice
          key={index}
          group={`conflict-${name}-${index}`}
          title={strings.place(index + 1, conflicts.length)}
          conflict={conflict}
          choice={choices[index]}
          onChoose={(choice) => choose(index, choice)}
        />
      ))}
    </>
  )
}

type TextChoiceProps = {
  group: string
  title: string
  conflict: TextConflict
  choice: MergeChoice | undefined
  onChoose: (choice: MergeChoice) => void
}

function ParagraphChoice({ group, title, conflict, choice, onChoose }: TextChoiceProps) {
  const { both } = textVersionStrings[useLanguage()]
  const { mine, theirs } = useStrings().form.conflict
  const labels: Record<MergeChoice, string> = { mine, theirs, both }
  return (
    <fieldset className={classes(conflictStyles.conflict, conflictStyles.paragraph)}>
      <legend>
        <Isolated>{title}</Isolated>
      </legend>
      {(['mine', 'theirs', 'both'] as const).map((side) => (
        <label key={side} className={conflictStyles.side} data-side={side}>
          <input type="radio" name={group} checked={choice === side} onChange={() => onChoose(side)} />
          <div>
            <b>{labels[side]}</b>
            {side !== 'both' && <TextDiff before={conflict.base} after={conflict[side]} />}
          </div>
        </label>
      ))}
    </fieldset>
  )
}
