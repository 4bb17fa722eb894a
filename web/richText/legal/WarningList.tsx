import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { editorAidStrings } from '#web/platform/strings/editorAidStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Count } from '#web/ui/Text.tsx'
import { goTo } from './goTo.ts'
import { dismissWarning, restoreWarnings, warningsIn } from './warningState.ts'
import styles from './Outline.module.css'

/** The warnings of the text: each leads to its place, or is dismissed with a reason. */
export function WarningList({ editor }: { editor: Editor }) {
  const t = editorAidStrings[useLanguage()].warnings
  const all = useEditorState({
    editor,
    selector: ({ editor: { state } }) =>
      warningsIn(state).map(({ id, kind, value, reason }) => ({ id, kind, value, reason })),
  })
  const open = all.filter(({ reason }) => reason === undefined)
  const dismissed = all.length - open.length
  if (all.length === 0) return null
  const show = (id: string) => {
    const warning = warningsIn(editor.state).find((one) => one.id === id)
    if (warning) goTo(editor, warning.from, warning.kind.startsWith('paragraph') ? warning.from : warning.to)
  }
  return (
    <section aria-label={t.title} className={styles.warnings}>
      <h3 className={styles.title}>
        {t.title}
        <span className={styles.count}>
          <Icon name="alert" size={16} />
          <Count>{open.length}</Count>
        </span>
      </h3>
      <ul className={styles.list}>
        {open.map(({ id, kind, value }) => (
          <li key={id} className={styles.warning}>
            <p lang="dv">{t.kinds[kind](value)}</p>
            <WarningActions
              onShow={() => show(id)}
              onDismiss={(reason) => editor.view.dispatch(dismissWarning(editor.state, id, reason))}
            />
          </li>
        ))}
      </ul>
      {dismissed > 0 && (
        <p className={styles.dismissed}>
          {t.dismissed(dismissed)}{' '}
          <Button size="sm" variant="ghost" onClick={() => editor.view.dispatch(restoreWarnings(editor.state))}>
            {t.restore}
          </Button>
        </p>
      )}
    </section>
  )
}

/** The longest reason. */
const reason_letters = 300

/** A reason is asked for before a warning is dismissed. */
function WarningActions({ onShow, onDismiss }: { onShow: () => void; onDismiss: (reason: string) => void }) {
  const t = editorAidStrings[useLanguage()].warnings
  const [reason, setReason] = useState<string>()
  const dismiss = () => {
    if (reason?.trim()) onDismiss(reason.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
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
          {t.reason}
          <input
            {...thaanaField}
            dir="auto"
            value={reason}
            maxLength={reason_letters}
            autoFocus
            data-mantine-stop-propagation="true"
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </label>
      )}
      <div className={styles.actions}>
        <Button size="sm" variant="soft" onClick={onShow}>
          {t.show}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={reason?.trim() === ''}
          onClick={reason === undefined ? () => setReason('') : dismiss}
        >
          {t.dismiss}
        </Button>
      </div>
    </>
  )
}
