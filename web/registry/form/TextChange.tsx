import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Change } from '#shared/calls/crud.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { diffTexts, type TextChange as ParagraphChange } from '#shared/delta/diffTexts.ts'
import { textOfUnits } from '#shared/delta/units.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { failureOf, unwrapAnswer } from '#web/platform/api/query.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { textVersionStrings } from '#web/platform/strings/textVersionStrings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { FreeText } from '#web/ui/Text.tsx'
import { noText } from './conflict.ts'
import { TextDiff } from './TextDiff.tsx'
import styles from './TextDiff.module.css'

/** Puts a text into the form as an unsaved change, and returns the value before. */
export type RestoreText = (field: string, text: unknown) => unknown

type Props = { resource: Resource; id: number; change: Change; field: string; onRestore: RestoreText | undefined }

/** A changed text in the history: the difference is loaded when it is opened, because a text can have megabytes. */
export function TextChange(props: Props) {
  const t = textVersionStrings[useLanguage()]
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
        {t.show}
      </Button>
      {isOpen && (
        <div id={panelId}>
          <LoadedChange {...props} />
        </div>
      )}
    </>
  )
}

function LoadedChange({ resource, id, change: { version, action }, field, onRestore }: Props) {
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
    <>
      {onRestore && action !== 'create' && <Restore onRestore={(text) => onRestore(field, text)} text={before} />}
      <ChangeList before={before} after={after} />
    </>
  )
}

/** The changed paragraphs, with the unchanged ones between them collapsed. */
function ChangeList({ before, after }: { before: Delta | null; after: Delta | null }) {
  return (
    <div className={styles.changes}>
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
  const t = textVersionStrings[useLanguage()]
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.unchanged} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <FreeText>{t.unchanged(units.length)}</FreeText>
      </summary>
      {isOpen && (
        <div className={styles.text} lang="dv" dir="rtl">
          <FreeText>{textOfUnits(units)}</FreeText>
        </div>
      )}
    </details>
  )
}

function Restore({ text, onRestore }: { text: Delta | null; onRestore: (text: unknown) => unknown }) {
  const t = textVersionStrings[useLanguage()]
  const [replaced, setReplaced] = useState<{ text: unknown }>()
  return (
    <div className={styles.restore}>
      <Button
        size="sm"
        variant="soft"
        disabled={replaced !== undefined}
        onClick={() => setReplaced({ text: onRestore(text) })}
      >
        {t.restore}
      </Button>
      <span role="status">{replaced && t.restored}</span>
      {replaced && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            onRestore(replaced.text)
            setReplaced(undefined)
          }}
        >
          {t.undo}
        </Button>
      )}
    </div>
  )
}
