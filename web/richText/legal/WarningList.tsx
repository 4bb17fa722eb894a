import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { WarningDismissal } from '#shared/calls/warningDismissals.ts'
import { limits } from '#shared/limits.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Count, FreeText, Isolated, MomentText } from '#web/ui/Text.tsx'
import { goTo } from './reveal.ts'
import { setDismissals, warningsIn } from './warningState.ts'
import styles from './Outline.module.css'

/** The dismissed warnings of a text, by all of its editors. */
export type Dismissals = {
  all: readonly WarningDismissal[]
  dismiss: (warning: string, reason: string) => void
  restore: (warning: string) => void
}

type Props = { editor: Editor; dismissals: Dismissals | undefined }

/** The warnings of the text: each leads to its place, or is dismissed with a reason. */
export function WarningList({ editor, dismissals }: Props) {
  const strings = editorAidStrings[useLanguage()].warnings
  const warnings = useEditorState({
    editor,
    selector: ({ editor: { state } }) =>
      warningsIn(state).map(({ id, kind, value, dismissal }) => ({ id, kind, value, dismissal })),
  })
  useShownDismissals(editor, dismissals?.all)
  const open = warnings.filter(({ dismissal }) => dismissal === undefined)
  if (warnings.length === 0) return null
  const show = (id: string) => {
    const warning = warningsIn(editor.state).find((one) => one.id === id)
    if (warning) goTo(editor, warning.from, warning.kind.startsWith('paragraph') ? warning.from : warning.to)
  }
  return (
    <section aria-label={strings.title} className={styles.warnings}>
      <h3 className={styles.title}>
        {strings.title}
        <span className={styles.count}>
          <Icon name="alert" size={16} />
          <Count>{open.length}</Count>
        </span>
      </h3>
      <ul className={styles.list}>
        {open.map(({ id, kind, value }) => (
          <li key={id} className={styles.warning}>
            <p lang="dv">
              <Isolated>{strings.kinds[kind](value)}</Isolated>
            </p>
            <WarningActions
              onShow={() => show(id)}
              onDismiss={dismissals && ((reason) => dismissals.dismiss(id, reason))}
            />
          </li>
        ))}
      </ul>
      <DismissedWarnings warnings={warnings} onShow={show} onRestore={dismissals?.restore} />
    </section>
  )
}

/** Hands the stored dismissals to the editor, whose marks leave them out. */
function useShownDismissals(editor: Editor, all: readonly WarningDismissal[] | undefined) {
  useEffect(() => {
    if (all && !editor.isDestroyed) editor.view.dispatch(setDismissals(editor.state, all))
  }, [editor, all])
}

type DismissedProps = {
  warnings: readonly Pick<ReturnType<typeof warningsIn>[number], 'id' | 'kind' | 'value' | 'dismissal'>[]
  onShow: (id: string) => void
  onRestore: ((id: string) => void) | undefined
}

/** Why, by whom and when warnings were dismissed. */
function DismissedWarnings({ warnings, onShow, onRestore }: DismissedProps) {
  const language = useLanguage()
  const strings = editorAidStrings[language].warnings
  const { form } = useStrings()
  const dismissed = warnings.flatMap(({ dismissal, ...one }) => (dismissal ? [{ ...one, dismissal }] : []))
  if (dismissed.length === 0) return null
  return (
    <details className={styles.dismissed}>
      <summary>{form.dismissedWarnings(dismissed.length)}</summary>
      <ul className={styles.list}>
        {dismissed.map(({ id, kind, value, dismissal: { reason, by, at } }) => (
          <li key={id}>
            <p lang="dv">
              <Isolated>{strings.kinds[kind](value)}</Isolated>
            </p>
            <p dir="auto">
              <FreeText>{reason}</FreeText>
            </p>
            <small>
              <bdi>{by}</bdi> · <MomentText moment={at} language={language} />
            </small>
            <div className={styles.actions}>
              <Button size="sm" variant="soft" onClick={() => onShow(id)}>
                {strings.show}
              </Button>
              {onRestore && (
                <Button size="sm" variant="ghost" onClick={() => onRestore(id)}>
                  {strings.restore}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}

type ActionProps = { onShow: () => void; onDismiss: ((reason: string) => void) | undefined }

/** A reason is asked for before a warning is dismissed. */
function WarningActions({ onShow, onDismiss }: ActionProps) {
  const strings = editorAidStrings[useLanguage()].warnings
  const [reason, setReason] = useState<string>()
  const dismiss = () => {
    if (reason?.trim()) onDismiss?.(reason.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const handler = { Enter: dismiss, Escape: () => setReason(undefined) }[event.key]
    if (!handler) return
    event.preventDefault()
    event.stopPropagation()
    handler()
  }
  return (
    <>
      {reason !== undefined && (
        <label className={styles.reason}>
          {strings.reason}
          <input
            {...thaanaField}
            dir="auto"
            value={reason}
            maxLength={limits.warning.reason_letters}
            autoFocus
            data-mantine-stop-propagation="true"
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </label>
      )}
      <div className={styles.actions}>
        <Button size="sm" variant="soft" onClick={onShow}>
          {strings.show}
        </Button>
        {onDismiss && (
          <Button
            size="sm"
            variant="ghost"
            disabled={reason?.trim() === ''}
            onClick={reason === undefined ? () => setReason('') : dismiss}
          >
            {strings.dismiss}
          </Button>
        )}
      </div>
    </>
  )
}
