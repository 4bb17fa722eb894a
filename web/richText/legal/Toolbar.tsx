import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ComponentType, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Menu } from '@mantine/core'
import { colors } from '#shared/delta/delta.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { nextIndex } from '#web/richText/editor/ToolIcon.tsx'
import { classes } from '#web/ui/classes.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import {
  FrameButton,
  type FrameTool,
  TextTool,
  ToolbarContext,
  ToolButton,
  type ToolName,
  ToolMenu,
  ToolSelect,
  useRun,
  useToolbar,
} from './controls.tsx'
import { stateOfTools, tools, listTools, markValue, setMark, tableTools, type Tool as LegalTool } from './tools.ts'
import { headerOf, setHeader } from './lines.ts'
import { sizes } from './marks.ts'
import { isDrawn } from '#web/ui/olderBrowsers.ts'
import styles from './Toolbar.module.css'
import { editorStrings } from '#web/platform/strings/editorStrings.ts'

/** Paragraph or heading. Changed by its own arrow keys it keeps the focus, so the command runs without moving it. */
function KindSelect() {
  const { editor } = useToolbar()
  const { kinds } = legalEditorStrings[useLanguage()]
  const header = useEditorState({ editor, selector: ({ editor: { state } }) => headerOf(state) })
  return (
    <ToolSelect
      name="kind"
      value={String(header)}
      options={[
        { value: '0', label: kinds.paragraph },
        { value: '1', label: kinds.heading1 },
        { value: '2', label: kinds.heading2 },
      ]}
      onChoose={(value) => setHeader(value === '1' ? 1 : value === '2' ? 2 : null)(editor.state, editor.view.dispatch)}
    />
  )
}

/** The size of the text without a size. */
const normal_size = '13pt'

function SizeSelect() {
  const { editor } = useToolbar()
  const { points } = legalEditorStrings[useLanguage()]
  const size = useEditorState({ editor, selector: ({ editor: { state } }) => markValue(state, 'size') })
  return (
    <ToolSelect
      name="size"
      value={typeof size === 'string' ? size : normal_size}
      options={sizes.map((value) => ({ value, label: points(value.replace('pt', '')), dir: 'ltr' }))}
      onChoose={(value) => setMark('size', value === normal_size ? null : value)(editor.state, editor.view.dispatch)}
    />
  )
}

function ColorMenu() {
  const { editor } = useToolbar()
  const strings = legalEditorStrings[useLanguage()]
  const run = useRun()
  const chosen = useEditorState({ editor, selector: ({ editor: { state } }) => markValue(state, 'color') })
  return (
    <ToolMenu name="color" isOn={chosen !== undefined}>
      <Menu.Item onClick={() => run(setMark('color', null))}>{strings.colors.none}</Menu.Item>
      {colors.map((color) => (
        <Menu.Item
          key={color}
          leftSection={<span className={styles.swatch} data-color={color} />}
          onClick={() => run(setMark('color', color))}
        >
          {strings.colors[color]}
        </Menu.Item>
      ))}
    </ToolMenu>
  )
}

const ListMenu = () => <ToolsMenu name="list" tools={listTools} labels={legalEditorStrings[useLanguage()].lists} />

const TableMenu = () => <ToolsMenu name="table" tools={tableTools} labels={legalEditorStrings[useLanguage()].table} />

type ToolsMenuProps<Name extends string> = {
  name: 'list' | 'table'
  tools: Record<Name, LegalTool>
  labels: Record<Name, string>
}

/** A menu of tools that change the text at once. */
function ToolsMenu<Name extends string>(props: ToolsMenuProps<Name>) {
  const { editor } = useToolbar()
  const { name, tools } = props
  const isOn = useEditorState({
    editor,
    selector: ({ editor: { state } }) => namesOf(tools).some((one) => tools[one].isOn?.(state)),
  })
  return (
    <ToolMenu name={name} isOn={isOn}>
      <AvailableTools {...props} />
    </ToolMenu>
  )
}

/** The tools that can run now: whether one can is asked while the menu is open, not at each key. */
function AvailableTools<Name extends string>({ tools, labels }: ToolsMenuProps<Name>) {
  const { editor } = useToolbar()
  const run = useRun()
  const available = useEditorState({
    editor,
    selector: ({ editor: { state } }) =>
      namesOf(tools)
        .filter((one) => tools[one].canRun?.(state) ?? true)
        .map((one) => ({ name: one, isOn: tools[one].isOn?.(state) ?? false })),
  })
  return available.map(({ name, isOn }) => (
    <Menu.Item key={name} onClick={() => run(tools[name].run)} data-on={isOn || undefined}>
      {labels[name]}
    </Menu.Item>
  ))
}

const namesOf = <Name extends string>(tools: Record<Name, LegalTool>) =>
  Object.keys(tools).filter((one): one is Name => one in tools)

type Choice = 'kind' | 'list' | 'size' | 'color' | 'table'
type Item = ToolName | FrameTool | Choice

/** In the order of the toolbar. In a narrow window the last groups are behind *more*, as the extra tools always are. */
const groups: readonly (readonly Item[])[] = [
  ['undo', 'redo'],
  ['kind', 'number', 'bold'],
  ['footnote', 'annotation', 'caseNumber'],
  ['quote', 'list', 'underline', 'italic'],
  ['start', 'center', 'end', 'justify'],
  ['size', 'color', 'direction'],
  ['link', 'table', 'picture'],
  ['clear'],
]
const extra: readonly Item[] = ['strike', 'sub', 'sup', 'english', 'arabic']

const choices: Record<Choice, ComponentType> = {
  kind: KindSelect,
  list: ListMenu,
  size: SizeSelect,
  color: ColorMenu,
  table: TableMenu,
}

type Props = {
  editor: Editor
  disabled: boolean
  /** The id of the edited text. */
  controls: string
  isFullScreen: boolean
  isOutlineOpen: boolean
  onFrameTool: (tool: FrameTool) => void
}

export function Toolbar({ editor, disabled, controls, isFullScreen, isOutlineOpen, onFrameTool }: Props) {
  const { tools: label } = editorStrings[useLanguage()]
  const [isExpanded, setExpanded] = useState(false)
  const [focused, focus] = useState<string>('undo')
  const bar = useRef<HTMLDivElement>(null)
  const { shown, isOutlineShown } = useShownTools(bar)
  const behindMore = isExpanded ? [] : [...groups.slice(shown).flat(), ...extra]
  const hidden: readonly string[] = isOutlineShown ? behindMore : [...behindMore, 'outline']
  // A tool that is hidden after it had the focus is no tab stop: the first one always is there.
  const tabStop = hidden.includes(focused) ? 'undo' : focused
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOfTools(now.state, Object.values(tools)) })

  return (
    <ToolbarContext value={{ editor, state, disabled, focused: tabStop, focus, onFrameTool }}>
      <div
        role="toolbar"
        aria-label={label}
        aria-controls={controls}
        className={styles.bar}
        onKeyDown={(event) => onKey(event, () => editor.view.focus())}
      >
        <div ref={bar} className={classes(styles.groups, isExpanded && styles.expanded)}>
          {groups.map((group, index) => (
            <Group key={group[0]} items={group} isHidden={!isExpanded && index >= shown} />
          ))}
          <Group items={extra} isHidden={!isExpanded} isExtra />
        </div>
        <div className={styles.group}>
          <ToolButton name="more" isExpanded={isExpanded} onUse={() => setExpanded(!isExpanded)} />
          <span className={styles.narrow}>
            <FrameButton name="outline" isExpanded={isOutlineOpen} />
          </span>
          <FrameButton name="find" />
          <FrameButton name="fullScreen" icon={isFullScreen ? 'leaveFullScreen' : 'fullScreen'} />
        </div>
      </div>
    </ToolbarContext>
  )
}

type GroupProps = { items: readonly Item[]; isHidden: boolean; isExtra?: boolean }

function Group({ items, isHidden, isExtra = false }: GroupProps) {
  return (
    <div className={classes(styles.group, isExtra && styles.extra)} data-group="" inert={isHidden}>
      {items.map((item) => (
        <Tool key={item} item={item} />
      ))}
    </div>
  )
}

function Tool({ item }: { item: Item }) {
  if (isChoice(item)) {
    const ToolChoice = choices[item]
    return <ToolChoice />
  }
  return isTextTool(item) ? <TextTool name={item} /> : <FrameButton name={item} />
}

const isChoice = (item: Item): item is Choice => item in choices
const isTextTool = (item: ToolName | FrameTool): item is ToolName => item in tools

/** How many groups fit into the first row, and whether the frame is so narrow that the outline has a tool. */
function useShownTools(bar: RefObject<HTMLDivElement | null>) {
  const [shown, setShown] = useState(groups.length)
  const [isOutlineShown, setOutlineShown] = useState(false)
  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const count = () => {
      const all = [...element.querySelectorAll<HTMLElement>('[data-group]')].slice(0, groups.length)
      const wrapped = all.findIndex(({ offsetTop }) => offsetTop > (all[0]?.offsetTop ?? 0))
      setShown(wrapped === -1 ? groups.length : wrapped)
      const outline = element.parentElement?.querySelector('[data-tool="outline"]')
      setOutlineShown(outline !== null && outline !== undefined && isDrawn(outline))
    }
    const observer = new ResizeObserver(count)
    observer.observe(element)
    return () => observer.disconnect()
  }, [bar])
  return { shown, isOutlineShown }
}

/** The arrow keys move along the reading direction, over the tools that are shown; Escape returns to the text. */
function onKey(event: KeyboardEvent<HTMLElement>, leave: () => void) {
  if (!(event.target instanceof HTMLElement) || event.target.dataset['tool'] === undefined) return
  if (event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    leave()
    return
  }
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tool]')].filter(
    (tool) => !tool.closest('[inert]') && isDrawn(tool),
  )
  const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
  const next = nextIndex(event.key, { current: all.indexOf(event.target), count: all.length, rightToLeft })
  if (next === undefined) return
  event.preventDefault()
  all[next]?.focus()
}
