import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { nextIndex, ToolIcon, toolPaths } from './ToolIcon.tsx'
import { stateOfTools, type ToolName, tools } from './tools.ts'
import styles from './Editor.module.css'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'

type Props = {
  editor: Editor
  groups: ToolName[][]
  disabled: boolean
  /** The id of the edited text. */
  controls: string
  onPrompt: (what: 'address' | 'picture') => void
}

export function Toolbar({ editor, groups, disabled, controls, onPrompt }: Props) {
  const { tools: label, names } = editorStrings[useLanguage()]
  const all = groups.flat()
  const { bar, focusedIndex, setFocusedIndex, move } = useRovingFocus(all.length)
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOfTools(now, all) })

  const runTool = (name: ToolName) => {
    const { prompts, run } = tools[name]
    if (prompts) onPrompt(prompts)
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
                isTabStop={index === focusedIndex}
                onFocus={() => setFocusedIndex(index)}
                onUse={() => runTool(name)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

/** Roving tabindex: one tool is in the tab order, and the arrow keys move along the reading direction. */
function useRovingFocus(count: number) {
  const [focusedIndex, setFocusedIndex] = useState(0)
  const bar = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = nextIndex(event.key, { current: focusedIndex, count, rightToLeft })
    if (next === undefined) return
    event.preventDefault()
    setFocusedIndex(next)
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
  return { bar, focusedIndex, setFocusedIndex, move }
}

type ToolButtonProps = {
  name: ToolName
  label: string
  /** Undefined for a tool that is not a toggle. */
  isPressed: boolean | undefined
  isDisabled: boolean
  isTabStop: boolean
  onFocus: () => void
  onUse: () => void
}

function ToolButton({ name, label, isPressed, isDisabled, isTabStop, onFocus, onUse }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      title={label}
      aria-label={label}
      aria-pressed={isPressed}
      // `aria-disabled` keeps the button focusable, so that keyboard focus stays in the toolbar.
      aria-disabled={isDisabled}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={onFocus}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isDisabled) onUse()
      }}
    >
      <ToolIcon path={toolPaths[name]} />
    </button>
  )
}
