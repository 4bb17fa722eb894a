import { Menu } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import type { Command } from '@tiptap/pm/state'
import { createContext, type ReactNode, use } from 'react'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { ToolIcon, toolPaths } from '#web/richText/editor/ToolIcon.tsx'
import { classes } from '#web/ui/classes.ts'
import { tools } from './tools.ts'
import styles from './Toolbar.module.css'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'

export type ToolName = keyof typeof tools

/** The tools that open something of the frame. */
export type FrameTool = 'footnote' | 'annotation' | 'link' | 'picture' | 'find' | 'outline' | 'fullScreen'

/** The other tools only read the text: they also work where it cannot be changed. */
const readingTools: ReadonlySet<FrameTool> = new Set(['find', 'outline', 'fullScreen'])
export const changesText = (tool: FrameTool) => !readingTools.has(tool)

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
  const shared = editorStrings[useLanguage()].names
  const own = legalEditorStrings[useLanguage()].names
  return { ...shared, ...own }[name]
}

const worded: ReadonlySet<string> = new Set(['footnote', 'annotation', 'caseNumber', 'find'])

/** A tool that changes the text at once. */
export function TextTool({ name }: { name: ToolName }) {
  const { state, disabled } = useToolbar()
  const run = useRun()
  const now = state[Object.keys(tools).indexOf(name)]
  return (
    <ToolButton
      name={name}
      isPressed={'isOn' in tools[name] ? now === '1' : undefined}
      isDisabled={disabled || now === '-'}
      onUse={() => run(tools[name].run)}
    />
  )
}

type FrameButtonProps = { name: FrameTool; icon?: LegalIcon; isExpanded?: boolean }

export function FrameButton({ name, icon = name, ...state }: FrameButtonProps) {
  const { disabled, onFrameTool } = useToolbar()
  const isDisabled = disabled && changesText(name)
  return <ToolButton {...{ name, icon, isDisabled, ...state }} onUse={() => onFrameTool(name)} />
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
  const label = useLabel(icon)
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
      aria-disabled={isDisabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isDisabled) onUse()
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
      // As with the buttons, the focus stays: there is nothing else to choose.
      aria-disabled={disabled}
      onChange={(event) => onChoose(event.target.value)}
    >
      {(disabled ? options.filter((option) => option.value === value) : options).map((option) => (
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
      withInitialFocusPlaceholder={false}
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

/** Icon paths on a 24 × 24 grid, drawn for right-to-left text. */
const icons = {
  ...toolPaths,
  list: toolPaths.bullets,
  number: 'M14 6H4M14 12H4M14 18H4M19.5 5v4M19.5 15v4',
  footnote: 'M20 6h-9M20 12h-7M20 18H4M7 3.5 5 4.5V11',
  annotation: 'M19 4H5a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h7l5 4v-4h2a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2zM16 8H8M16 12.5H8',
  caseNumber: 'm14 13-7.5 7.5a2 2 0 0 1-3-3L11 10M15.5 15.5l5-5M8.5 8.5l5-5M9.5 7.5l7 7M12.5 4.5l7 7',
  start: 'M20 6H4M20 12H10M20 18H7',
  end: 'M4 6h16M4 12h10M4 18h13',
  color: 'M5 20h14M7.5 16 12 5l4.5 11M9 12.5h6',
  direction: 'M20 8H6M9.5 4.5 6 8l3.5 3.5M4 17h14M14.5 13.5 18 17l-3.5 3.5',
  more: 'M5 12.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4zM12 12.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4zM19 12.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4z',
  find: 'M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM21 21l-4.3-4.3',
  outline: 'M20 6H10M20 12H7M20 18H10M5 6h.01M4 12h.01M5 18h.01',
  fullScreen: 'M8 3H5a2 2 0 0 0-2 2v3M16 3h3a2 2 0 0 1 2 2v3M8 21H5a2 2 0 0 1-2-2v-3M16 21h3a2 2 0 0 0 2-2v-3',
  leaveFullScreen: 'M8 3v3a2 2 0 0 1-2 2H3M16 3v3a2 2 0 0 0 2 2h3M8 21v-3a2 2 0 0 0-2-2H3M16 21v-3a2 2 0 0 1 2-2h3',
} as const

type LegalIcon = keyof typeof icons
