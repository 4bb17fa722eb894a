import type { Editor } from '@tiptap/core'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Count } from '#web/ui/Text.tsx'
import { textWithAtoms } from './caseNumbers.ts'
import { notesIn } from './notes.ts'
import { PasteStatus } from './PasteStatus.tsx'
import { oncePerLine } from './perLine.ts'
import { confirmSuggestions, suggestionsIn } from './suggestionState.ts'
import { usePausedState } from './usePausedState.ts'
import styles from './Counts.module.css'

type Props = { editor: Editor; disabled: boolean }

/** The line of counts under the text. */
export function Counts({ editor, disabled }: Props) {
  const strings = editorAidStrings[useLanguage()]
  const counts = usePausedState(editor, countsOf)
  const suggestions = counts?.suggestions ?? 0
  return (
    <footer className={styles.counts}>
      {counts &&
        counted.map((name) => (
          <span key={name}>
            <Count>{counts[name].toLocaleString('en')}</Count> {strings.counts[name](counts[name])}
          </span>
        ))}
      {suggestions > 0 && !disabled && (
        <>
          <span className={styles.suggestions}>
            <Count>{suggestions}</Count> {strings.counts.suggestions(suggestions)}
          </span>
          <Button
            size="sm"
            variant="soft"
            onClick={() => {
              confirmSuggestions(suggestionsIn(editor.state))(editor.state, editor.view.dispatch)
              editor.view.focus()
            }}
          >
            {strings.suggestion.confirmAll}
          </Button>
        </>
      )}
      <PasteStatus editor={editor} />
    </footer>
  )
}

const counted = ['words', 'paragraphs', 'footnotes', 'annotations'] as const

function countsOf(state: Editor['state']) {
  let words = 0
  let paragraphs = 0
  state.doc.descendants((node) => {
    if (node.type.name !== 'line') return true
    const count = wordsIn(node)
    words += count
    if (count > 0) paragraphs += 1
    return false
  })
  const { footnotes, annotations } = notesIn(state.doc)
  return {
    words,
    paragraphs,
    footnotes: footnotes.length,
    annotations: annotations.length,
    suggestions: suggestionsIn(state).length,
  }
}

/** What is written without a space is one word, as in other editors: a case number, an amount. */
const wordsIn = oncePerLine(
  (line) => (textWithAtoms(line).match(/[^\s\ufffc]+/gu) ?? []).filter((run) => /[\p{L}\p{N}]/u.test(run)).length,
)
