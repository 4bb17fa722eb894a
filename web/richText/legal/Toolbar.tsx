import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { type ComponentType, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { nextIndex } from '#web/richText/editor/roving.ts'
import { classes } from '#web/ui/classes.ts'
import { FrameButton, type FrameTool, TextTool, ToolbarContext, ToolButton, type ToolName } from './controls.tsx'
import { ColorMenu, KindSelect, ListMenu, SizeSelect, TableMenu } from './choices.tsx'
import { stateOfTools, tools } from './tools.ts'
import styles from './Toolbar.module.css'

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
  const { tools: label } = useStrings().editor
  const [isExpanded, setExpanded] = useState(false)
  const [focused, focus] = useState<string>('undo')
  const bar = useRef<HTMLDivElement>(null)
  const shown = useShownGroups(bar)
  const state = useEditorState({ editor, selector: ({ editor: now }) => stateOfTools(now.state, Object.values(tools)) })

  return (
    <ToolbarContext value={{ editor, state, disabled, focused, focus, onFrameTool }}>
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

/** How many groups fit into the first row. */
function useShownGroups(bar: RefObject<HTMLDivElement | null>) {
  const [shown, setShown] = useState(groups.length)
  useEffect(() => {
    const element = bar.current
    if (!element) return undefined
    const count = () => {
      const all = [...element.querySelectorAll<HTMLElement>('[data-group]')].slice(0, groups.length)
      const wrapped = all.findIndex(({ offsetTop }) => offsetTop > (all[0]?.offsetTop ?? 0))
      setShown(wrapped === -1 ? groups.length : wrapped)
    }
    const observer = new ResizeObserver(count)
    observer.observe(element)
    return () => observer.disconnect()
  }, [bar])
  return shown
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
    (tool) => !tool.closest('[inert]') && tool.checkVisibility(),
  )
  const rightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
  const next = nextIndex(event.key, { current: all.indexOf(event.target), count: all.length, rightToLeft })
  if (next === undefined) return
  event.preventDefault()
  all[next]?.focus()
}
