import type { Editor } from '@tiptap/core'
import { editorAidStrings } from '#web/platform/strings/editorAidStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { goTo } from './goTo.ts'
import { headingOver, headingsIn } from './headings.ts'
import { usePausedState } from './usePausedState.ts'
import { warningsIn } from './warningState.ts'
import { type Dismissals, WarningList } from './WarningList.tsx'
import styles from './Outline.module.css'

type Props = { editor: Editor; disabled: boolean; dismissals: Dismissals | undefined }

/** The headings of the text, and the warnings above them. */
export function Outline({ editor, disabled, dismissals }: Props) {
  const strings = editorAidStrings[useLanguage()]
  const outline = usePausedState(editor, outlineOf)
  return (
    <>
      {!disabled && <WarningList editor={editor} dismissals={dismissals} />}
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
    </>
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
