import { type KeyboardEvent, useId, useState } from 'react'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Editor.module.css'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'

type Props = {
  label: string
  value: string
  dir: 'ltr' | 'rtl'
  /** Returns a message if the value is invalid, undefined if it is accepted. */
  onApply: (value: string) => string | undefined
  onRemove?: () => void
  onClose: () => void
}

/** A one-line input under the toolbar. Not a form, because the editor is inside one. */
export function AskRow({ label, value, dir, onApply, onRemove, onClose }: Props) {
  const [typed, setTyped] = useState(value)
  const [problem, setProblem] = useState<string>()
  const id = useId()
  const apply = () => setProblem(onApply(typed))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const handler = { Enter: apply, Escape: onClose }[event.key]
    if (!handler) return
    event.preventDefault()
    event.stopPropagation()
    handler()
  }

  return (
    <div className={styles.ask}>
      <label htmlFor={id}>{label}</label>
      <input
        {...(dir === 'rtl' && thaanaField)}
        id={id}
        className={styles.line}
        dir={dir}
        value={typed}
        maxLength={1000}
        autoFocus
        // Escape closes this row, not the dialog around it.
        data-mantine-stop-propagation="true"
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <AskRowActions onApply={apply} onRemove={onRemove} onClose={onClose} />
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

type AskRowActionsProps = { onApply: () => void; onRemove: (() => void) | undefined; onClose: () => void }

function AskRowActions({ onApply, onRemove, onClose }: AskRowActionsProps) {
  const { actions } = useStrings()
  const editor = editorStrings[useLanguage()]
  return (
    <>
      <Button size="sm" onClick={onApply}>
        {editor.apply}
      </Button>
      {onRemove && (
        <Button size="sm" variant="outline" onClick={onRemove}>
          {editor.remove}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onClose}>
        {actions.cancel}
      </Button>
    </>
  )
}
