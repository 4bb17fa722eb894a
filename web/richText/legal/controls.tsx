import { Menu } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import type { Command } from '@tiptap/pm/state'
import { createContext, type ReactNode, use } from 'react'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { ToolIcon } from '#web/richText/editor/ToolIcon.tsx'
import { classes } from '#web/ui/classes.ts'
import { icons, type LegalIcon } from './icons.ts'
import { tools } from './tools.ts'
import styles from './Toolbar.module.css'

export type ToolName = keyof typeof tools

/** The tools that open something of the frame. */
export type FrameTool = 'footnote' | 'annotation' | 'link' | 'picture' | 'find' | 'outline' | 'fullScreen'

type ToolbarState = {
  editor: Editor
  /** Of each tool of `tools`, in order. */
  state: string
  disabled: boolean
  /** Roving tabindex: the name of the one control in the tab order. */
  focused: string
  focus: (name: string) => void
  onFrameTool: (tool: FrameTool) => void
}

export const ToolbarContext = createContext<ToolbarState | undefined>(undefined)

export function useToolbar() {
  const toolbar = use(ToolbarContext)
  if (!toolbar) throw new Error('A control outside a toolbar: ToolbarContext has no value')
  return toolbar
}

/** What every control of the toolbar has, so that the arrow keys find it. */
function useControl(name: string) {
  const { focused, focus } = useToolbar()
  return { 'data-tool': name, tabIndex: focused === name ? 0 : -1, onFocus: () => focus(name) }
}

/** Runs a command in the text, and leaves the focus there. */
export function useRun() {
  const { editor } = useToolbar()
  return (command: Command) => {
    command(editor.state, editor.view.dispatch, editor.view)
    editor.view.focus()
  }
}

function useLabel(name: LegalIcon) {
  const shared = useStrings().editor.names
  const own = legalEditorStrings[useLanguage()].names
  return { ...shared, ...own }[name]
}

const worded: ReadonlySet<string> = new Set(['footnote', 'annotation', 'caseNumber', 'find'])

/** A tool that changes the text at once. */
export function TextTool({ name }: { name: ToolName }) {
  const { state } = useToolbar()
  const run = useRun()
  const now = state[Object.keys(tools).indexOf(name)]
  return (
    <ToolButton
      name={name}
      isPressed={'isOn' in tools[name] ? now === '1' : undefined}
      isDisabled={now === '-'}
      onUse={() => run(tools[name].run)}
    />
  )
}

type FrameButtonProps = { name: FrameTool; icon?: LegalIcon; isExpanded?: boolean }

export function FrameButton({ name, icon = name, ...state }: FrameButtonProps) {
  const { onFrameTool } = useToolbar()
  return <ToolButton name={name} icon={icon} {...state} onUse={() => onFrameTool(name)} />
}

type ButtonProps = {
  name: LegalIcon
  icon?: LegalIcon
  /** Undefined for a tool that is not a toggle. */
  isPressed?: boolean | undefined
  isExpanded?: boolean
  isDisabled?: boolean
  onUse: () => void
}

export function ToolButton({ name, icon = name, isPressed, isExpanded, isDisabled = false, onUse }: ButtonProps) {
  const { disabled } = useToolbar()
  const label = useLabel(icon)
  const isOff = disabled || isDisabled
  return (
    <button
      {...useControl(name)}
      type="button"
      className={classes(styles.tool, worded.has(name) && styles.worded)}
      title={label}
      aria-label={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      // `aria-disabled` keeps the button focusable, so that keyboard focus stays in the toolbar.
      aria-disabled={isOff}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isOff) onUse()
      }}
    >
      <ToolIcon path={icons[icon]} />
      {worded.has(name) && <span>{label}</span>}
    </button>
  )
}

type SelectProps = {
  name: 'kind' | 'size'
  value: string
  /** Typing the start of a label chooses its option: it has no isolates, but its own direction. */
  options: readonly { value: string; label: string; dir?: 'ltr' }[]
  onChoose: (value: string) => void
}

export function ToolSelect({ name, value, options, onChoose }: SelectProps) {
  const { disabled } = useToolbar()
  const label = legalEditorStrings[useLanguage()].names[name]
  return (
    <select
      {...useControl(name)}
      className={styles.select}
      aria-label={label}
      title={label}
      value={value}
      disabled={disabled}
      onChange={(event) => onChoose(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} dir={option.dir}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** A tool with choices. Closing it returns to the text. */
export function ToolMenu({ name, isOn = false, children }: { name: LegalIcon; isOn?: boolean; children: ReactNode }) {
  const { disabled, editor } = useToolbar()
  const label = useLabel(name)
  return (
    <Menu
      position="bottom-start"
      withinPortal
      disabled={disabled}
      returnFocus={false}
      onClose={() => editor.view.focus()}
    >
      <Menu.Target>
        <button
          {...useControl(name)}
          type="button"
          className={classes(styles.tool, isOn && styles.on)}
          title={label}
          aria-label={label}
          aria-disabled={disabled}
        >
          <ToolIcon path={icons[name]} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
