import { Menu } from '@mantine/core'
import { useEditorState } from '@tiptap/react'
import { colors } from '#shared/delta/delta.ts'
import { legalEditorStrings } from '#web/platform/strings/legalEditorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { ToolMenu, ToolSelect, useRun, useToolbar } from './controls.tsx'
import { headerOf, setHeader } from './lines.ts'
import { sizes } from './marks.ts'
import { listTools, markValue, setMark, tableTools, type Tool } from './tools.ts'
import styles from './Toolbar.module.css'

/** Paragraph or heading. Changed by its own arrow keys it keeps the focus, so the command runs without moving it. */
export function KindSelect() {
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

export function SizeSelect() {
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

export function ColorMenu() {
  const { editor } = useToolbar()
  const t = legalEditorStrings[useLanguage()]
  const run = useRun()
  const chosen = useEditorState({ editor, selector: ({ editor: { state } }) => markValue(state, 'color') })
  return (
    <ToolMenu name="color" isOn={chosen !== undefined}>
      <Menu.Item onClick={() => run(setMark('color', null))}>{t.colors.none}</Menu.Item>
      {colors.map((color) => (
        <Menu.Item
          key={color}
          leftSection={<span className={styles.swatch} data-color={color} />}
          onClick={() => run(setMark('color', color))}
        >
          {t.colors[color]}
        </Menu.Item>
      ))}
    </ToolMenu>
  )
}

export const ListMenu = () => (
  <ToolsMenu name="list" tools={listTools} labels={legalEditorStrings[useLanguage()].lists} />
)

export const TableMenu = () => (
  <ToolsMenu name="table" tools={tableTools} labels={legalEditorStrings[useLanguage()].table} />
)

type ToolsMenuProps<Name extends string> = {
  name: 'list' | 'table'
  tools: Record<Name, Tool>
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

const namesOf = <Name extends string>(tools: Record<Name, Tool>) =>
  Object.keys(tools).filter((one): one is Name => one in tools)
