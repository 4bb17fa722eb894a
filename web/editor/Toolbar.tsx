import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { stepOf } from './roving.ts'
import { ToolIcon } from './toolIcons.tsx'
import { stateOfTools, type ToolName, tools } from './tools.ts'
import styles from './Editor.module.css'

type Props = {
  editor: Editor
  groups: ToolName[][]
  disabled: boolean
  /** The id of the text. */
  controls: string
  onAsk: (what: 'address' | 'picture') => void
}

export function Toolbar({ editor, groups, disabled, controls, onAsk }: Props) {
  const { tools: label, names } = useStrings().editor
  const all = groups.flat()
  const { bar, at, setAt, move } = useRoving(all.length)
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOfTools(now, all) })

  const use = (name: ToolName) => {
    const { asks, run } = tools[name]
    if (asks) onAsk(asks)
    else run(editor)
  }

  return (
    <div ref={bar} role="toolbar" aria-label={label} aria-controls={controls} className={styles.bar} onKeyDown={move}>
      {groups.map((group) => (
        <div key={group[0]} className={styles.group}>
          {group.map((name) => {
            const index = all.indexOf(name)
            return (
              <ToolButton
                key={name}
                name={name}
                label={names[name]}
                isPressed={tools[name].isOn ? state[index] === '1' : undefined}
                isDisabled={disabled || state[index] === '-'}
                isStop={index === at}
                onFocus={() => setAt(index)}
                onUse={() => use(name)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** The one stop of the tab key among the tools; the arrows lead from tool to tool, along the line of reading. */
function useRoving(count: number) {
  const [at, setAt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = stepOf(event.key, { at, count, rightToLeft })
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
  return { bar, at, setAt, move }
}

type ToolButtonProps = {
  name: ToolName
  label: string
  /** Undefined for a tool that does not stay pressed. */
  isPressed: boolean | undefined
  isDisabled: boolean
  isStop: boolean
  onFocus: () => void
  onUse: () => void
}

function ToolButton({ name, label, isPressed, isDisabled, isStop, onFocus, onUse }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      title={label}
      aria-label={label}
      aria-pressed={isPressed}
      // It keeps the focus when it can no longer be used, so that the keyboard is not thrown out of the bar.
      aria-disabled={isDisabled}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isDisabled) onUse()
      }}
    >
      <ToolIcon name={name} />
    </button>
  )
}
