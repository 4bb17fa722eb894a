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

/** One stop of the tab key; the arrows lead from tool to tool, along the line of reading. */
export function Toolbar({ editor, groups, disabled, controls, onAsk }: Props) {
  const { tools: label, names } = useStrings().editor
  const all = groups.flat()
  const [at, setAt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOfTools(now, all) })

  const move = (event: KeyboardEvent) => {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = stepOf(event.key, { at, count: all.length, rightToLeft })
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
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
            const now = state[index]
            return (
              <button
                key={name}
                type="button"
                className={styles.tool}
                title={names[name]}
                aria-label={names[name]}
                aria-pressed={tools[name].isOn ? now === '1' : undefined}
                // It keeps the focus when it can no longer be used, so that the keyboard is not thrown out of the bar.
                aria-disabled={disabled || now === '-'}
                tabIndex={index === at ? 0 : -1}
                onFocus={() => setAt(index)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  if (!disabled && now !== '-') use(name)
                }}
              >
                <ToolIcon name={name} />
              </button>
            )
          })}
        </div>
      ))}
    </div>
  )
}
