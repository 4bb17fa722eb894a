import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import type { Change } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { diffTexts, type TextChange as ParagraphChange } from '#shared/delta/diffTexts.ts'
import { textOfUnits } from '#shared/delta/units.ts'
import { failureOf, unwrapAnswer } from '#web/platform/api/query.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { FieldValue } from '#web/fields/FieldValue.tsx'
import { toFormValue } from '#web/fields/values.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { MomentText, FreeText } from '#web/ui/Text.tsx'
import { textVersionStrings } from '#web/platform/strings/textVersionStrings.ts'
import { Button } from '#web/ui/Button.tsx'
import { noText } from './conflict.ts'
import type { FormHandle } from './types.ts'
import { TextDiff } from './TextDiff.tsx'
import styles from './HistoryPanel.module.css'
import diffStyles from './TextDiff.module.css'

type Props = {
  resource: Resource
  id: number
  /** The form of the record. Without it, earlier texts can only be read. */
  form: RefObject<FormHandle | null> | undefined
}

/** The history of a record, newest first: who changed which field, from which value to which. */
export function HistoryPanel({ resource, id, form }: Props) {
  const { form: strings, page } = useStrings()
  const language = useLanguage()
  const history = useInfiniteQuery({
    queryKey: [...resourceQueryKey(resource), 'history', id],
    queryFn: async ({ signal, pageParam: before }) =>
      unwrapAnswer(await callResource(resource, 'history', { id, ...(before > 0 && { before }) }, { signal })),
    initialPageParam: 0,
    getNextPageParam: ({ data }) => oldestOf(data),
    staleTime: 0,
  })
  const failure = history.isError && <Alert tone="bad">{failureOf(history.error)?.Message}</Alert>
  if (!history.data)
    return (
      failure || (
        <div role="status" aria-label={page.loading}>
          <Spinner size={24} />
        </div>
      )
    )
  const changes = history.data.pages.flatMap(({ data }) => data)
  if (changes.length === 0) return <p className={styles.none}>{strings.history.empty}</p>
  return (
    <>
      <ol className={styles.history}>
        {changes.map((change) => (
          <OneChange key={`${change.at} ${change.action}`} {...{ change, resource, id, form }} />
        ))}
      </ol>
      {failure}
      {history.hasNextPage && (
        <Button variant="outline" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {textVersionStrings[language].earlier}
        </Button>
      )}
    </>
  )
}

/** The oldest version of a full response, before which the history can go on. */
function oldestOf(changes: readonly Change[]): number | undefined {
  const { version = 1 } = changes.at(-1) ?? {}
  return changes.length >= limits.list.history && version > 1 ? version : undefined
}

function OneChange({ change, resource, id, form }: Props & { change: Change }) {
  const { history } = useStrings().form
  const language = useLanguage()
  const actions: Record<string, string> = history.actions
  return (
    <li className={styles.change}>
      <p className={styles.head}>
        <b>{actions[change.action] ?? change.action}</b>
        <bdi>{change.by ?? history.system}</bdi>
        <MomentText moment={change.at} language={language} />
      </p>
      <dl className={styles.fields}>
        {change.fields.map(({ name, before, after }) => {
          const field = resource.fields[name]
          return (
            field && (
              <div key={name}>
                <dt>{field.label[language]}</dt>
                <dd data-text={field.kind === 'document' || undefined}>
                  {field.kind === 'document' ? (
                    <TextChange {...{ resource, id, change, form }} field={name} />
                  ) : (
                    <FieldChange {...{ field, before, after }} isNew={change.action === 'create'} />
                  )}
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </li>
  )
}

type FieldChangeProps = { field: Field; before: unknown; after: unknown; isNew: boolean }

function FieldChange({ field, before, after, isNew }: FieldChangeProps) {
  const { history } = useStrings().form
  const language = useLanguage()
  return (
    <>
      {!isNew && (
        <del aria-label={history.before}>
          <FieldValue field={field} value={toFormValue(field, before)} language={language} />
        </del>
      )}
      <ins aria-label={history.after}>
        <FieldValue field={field} value={toFormValue(field, after)} language={language} />
      </ins>
    </>
  )
}

type TextChangeProps = Props & { change: Change; field: string }

/** A changed text in the history: the difference is loaded when it is opened, because a text can have megabytes. */
function TextChange(props: TextChangeProps) {
  const strings = textVersionStrings[useLanguage()]
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {strings.show}
      </Button>
      {isOpen && (
        <div id={panelId}>
          <LoadedChange {...props} />
        </div>
      )}
    </>
  )
}

/** Below the visible part of the panel, a press of the button would seem to do nothing. */
const scrollTo = (panel: HTMLElement | null) => panel?.scrollIntoView({ block: 'nearest' })

function LoadedChange({ resource, id, change: { version, action }, field, form }: TextChangeProps) {
  const { page } = useStrings()
  const texts = useQuery({
    queryKey: [...resourceQueryKey(resource), 'textChange', id, version, field],
    queryFn: async ({ signal }) =>
      unwrapAnswer(await callResource(resource, 'textChange', { id, version, field }, { signal })),
    staleTime: Infinity,
    gcTime: 0,
  })
  if (texts.isError) return <Alert tone="bad">{failureOf(texts.error)?.Message}</Alert>
  if (!texts.data)
    return (
      <div role="status" aria-label={page.loading}>
        <Spinner size={24} />
      </div>
    )
  const { before, after } = texts.data.data
  return (
    <div ref={scrollTo}>
      {action !== 'create' && form?.current?.isFieldEditable(field) && (
        <Restore onRestore={(text) => form.current?.replaceValue(field, text)} text={before} />
      )}
      <ChangeList before={before} after={after} />
    </div>
  )
}

/** The changed paragraphs, with the unchanged ones between them collapsed. */
function ChangeList({ before, after }: { before: Delta | null; after: Delta | null }) {
  return (
    <div className={diffStyles.changes}>
      {diffTexts(before ?? noText, after ?? noText).map((change, index) =>
        change.isSame ? (
          <Unchanged key={index} units={change.after} />
        ) : (
          <TextDiff key={index} before={change.before} after={change.after} />
        ),
      )}
    </div>
  )
}

function Unchanged({ units }: { units: ParagraphChange['after'] }) {
  const strings = textVersionStrings[useLanguage()]
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={diffStyles.unchanged} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <FreeText>{strings.unchanged(units.length)}</FreeText>
      </summary>
      {isOpen && (
        <div className={diffStyles.text} lang="dv" dir="rtl">
          <FreeText>{textOfUnits(units)}</FreeText>
        </div>
      )}
    </details>
  )
}

function Restore({ text, onRestore }: { text: Delta | null; onRestore: (text: unknown) => unknown }) {
  const strings = textVersionStrings[useLanguage()]
  const [replaced, setReplaced] = useState<{ text: unknown }>()
  const restore = useRef<HTMLButtonElement>(null)
  return (
    <div className={diffStyles.restore}>
      <Button
        size="sm"
        variant="soft"
        ref={restore}
        aria-disabled={replaced !== undefined}
        onClick={() => setReplaced({ text: onRestore(text) })}
      >
        {strings.restore}
      </Button>
      <span role="status">{replaced && strings.restored}</span>
      {replaced && (
        <Button
          size="sm"
          variant="ghost"
          ref={takeFocus}
          onClick={() => {
            onRestore(replaced.text)
            setReplaced(undefined)
            restore.current?.focus()
          }}
        >
          {strings.undo}
        </Button>
      )}
    </div>
  )
}

const takeFocus = (button: HTMLElement | null) => button?.focus()
