import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { editorAidStrings } from '#web/platform/strings/editorAidStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { goTo } from './goTo.ts'
import { headingOver, headingsIn } from './headings.ts'
import { warningsIn } from './warningState.ts'
import { WarningList } from './WarningList.tsx'
import styles from './Outline.module.css'

type Props = { editor: Editor; disabled: boolean }

/** The headings of the text, and the warnings above them. */
export function Outline({ editor, disabled }: Props) {
  const strings = editorAidStrings[useLanguage()]
  const { headings, current, warned } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => outlineOf(state),
  })
  return (
    <>
      {!disabled && <WarningList editor={editor} />}
      <nav aria-label={strings.outline.title}>
        <h3 className={styles.title}>{strings.outline.title}</h3>
        {headings.length === 0 && <p className={styles.none}>{strings.outline.none}</p>}
        <ol className={styles.headings}>
          {headings.map(({ text, level }, index) => (
            <li key={index}>
              <button
                type="button"
                className={styles.heading}
                data-level={level}
                aria-current={index === current ? 'location' : undefined}
                lang="dv"
                dir="auto"
                onClick={() => goTo(editor, headingsIn(editor.state.doc)[index]?.position)}
              >
                {text}
                {warned.includes(index) && !disabled && (
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
    </>
  )
}

function outlineOf(state: Editor['state']) {
  const headings = headingsIn(state.doc)
  const warnings = warningsIn(state).filter(({ reason }) => reason === undefined)
  return {
    headings: headings.map(({ text, level }) => ({ text, level })),
    current: headingOver(headings, state.selection.head),
    warned: [...new Set(warnings.map(({ from }) => headingOver(headings, from)))],
  }
}
