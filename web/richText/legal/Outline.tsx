import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { goTo } from './reveal.ts'
import { usePausedState } from './usePausedState.ts'
import { warningsIn } from './warningState.ts'
import { type Dismissals, WarningList } from './WarningList.tsx'
import styles from './Outline.module.css'

type Props = { editor: Editor; disabled: boolean; dismissals: Dismissals | undefined }

/** The headings of the text, and the warnings above them. */
export function Outline({ editor, disabled, dismissals }: Props) {
  return (
    <>
      {!disabled && <WarningList editor={editor} dismissals={dismissals} />}
      <Headings editor={editor} disabled={disabled} />
    </>
  )
}

/** Apart from the warnings, whose list is not rendered again with each letter of a heading. */
function Headings({ editor, disabled }: Omit<Props, 'dismissals'>) {
  const strings = editorAidStrings[useLanguage()]
  const outline = usePausedState(editor, outlineOf)
  return (
    <nav aria-label={strings.outline.title}>
      <h3 className={styles.title}>{strings.outline.title}</h3>
      {outline?.headings.length === 0 && <p className={styles.none}>{strings.outline.none}</p>}
      <ol className={styles.headings}>
        {outline?.headings.map(({ text, level }, index) => (
          <li key={index}>
            <button
              type="button"
              className={styles.heading}
              data-level={level}
              aria-current={index === outline.current ? 'location' : undefined}
              lang="dv"
              dir="auto"
              onClick={() => goTo(editor, headingsIn(editor.state.doc)[index]?.position)}
            >
              {text}
              {outline.warned.includes(index) && !disabled && (
                <span className={styles.warned}>
                  <Icon name="alert" size={16} />
                  <VisuallyHidden>{strings.warnings.title}</VisuallyHidden>
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function outlineOf(state: Editor['state']) {
  const headings = headingsIn(state.doc)
  const warnings = warningsIn(state).filter(({ dismissal }) => dismissal === undefined)
  return {
    headings: headings.map(({ text, level }) => ({ text, level })),
    current: headingOver(headings, state.selection.head),
    warned: [...new Set(warnings.map(({ from }) => headingOver(headings, from)))],
  }
}

type Heading = { text: string; level: number; position: number }

const read = new WeakMap<Node, Heading[]>()

/** The headings of a text that are not empty, each with the position of its first letter. */
function headingsIn(doc: Node): Heading[] {
  const known = read.get(doc)
  if (known) return known
  const headings: Heading[] = []
  doc.forEach((node, position) => {
    const level: unknown = node.attrs['header']
    // The text of other lines is not read: this runs at each key.
    const text = typeof level === 'number' ? node.textContent.trim() : ''
    if (typeof level === 'number' && text !== '') headings.push({ text, level, position: position + 1 })
  })
  read.set(doc, headings)
  return headings
}

/** The index of the heading over a position, or -1. */
const headingOver = (headings: readonly Heading[], position: number) =>
  headings.findLastIndex((heading) => heading.position <= position + 1)
