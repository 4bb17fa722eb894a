import { type KeyboardEvent, useId, useState } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { thaanaField } from '#web/typing/followTyping.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './Editor.module.css'

type Props = {
  label: string
  value: string
  dir: 'ltr' | 'rtl'
  /** The sentence that says what is wrong with what was typed; undefined when it was taken. */
  onApply: (value: string) => string | undefined
  onRemove?: () => void
  onClose: () => void
}

/** Asks for a line of text, under the tools. Not a form: the editor stands inside one. */
export function AskRow({ label, value, dir, onApply, onRemove, onClose }: Props) {
  const [typed, setTyped] = useState(value)
  const [problem, setProblem] = useState<string>()
  const id = useId()
  const apply = () => setProblem(onApply(typed))
  const onKeyDown = (event: KeyboardEvent) => {
    const act = { Enter: apply, Escape: onClose }[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
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
        // Escape closes this line, not the window that it stands in.
        data-mantine-stop-propagation="true"
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Acts onApply={apply} onRemove={onRemove} onClose={onClose} />
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

type ActsProps = { onApply: () => void; onRemove: (() => void) | undefined; onClose: () => void }

function Acts({ onApply, onRemove, onClose }: ActsProps) {
  const { editor, acts } = useStrings()
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
        {acts.cancel}
      </Button>
    </>
  )
}
