import type { Editor } from '@tiptap/core'
import { keymap } from '@tiptap/pm/keymap'
import type { Command, Plugin } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { useEffect } from 'react'
import type { ResolvedNumber } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { post } from '#web/platform/api/client.ts'
import { useMeta } from '#web/platform/api/useMeta.ts'
import { editorAidStrings } from '#web/platform/strings/editorStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { CaseNumber, FreeText } from '#web/ui/Text.tsx'
import type { MarginCard } from './notes.ts'
import { revealIn } from './reveal.ts'
import {
  answersIn,
  confirmSuggestions,
  markersIn,
  rejectSuggestion,
  setAnswers,
  setCourtCodes,
  type Suggestion,
  suggestionAt,
  suggestionPlugin,
  suggestionsIn,
} from './suggestionState.ts'
import { pastePlugin } from './PasteStatus.tsx'
import { usePausedState } from './usePausedState.ts'
import { warningPlugin } from './warningState.ts'
import tones from '#web/richText/tones.module.css'
import margin from './Margin.module.css'
import styles from './Suggestions.module.css'

/** The plugins that suggest case numbers and check the text. */
export const suggestionPlugins = (): Plugin[] => [
  suggestionPlugin(),
  warningPlugin(),
  pastePlugin(),
  keymap({
    'Mod-Enter': atCaret((suggestion) => confirmSuggestions([suggestion])),
    'Mod-Shift-Enter': atCaret(rejectSuggestion),
  }),
]

function atCaret(command: (suggestion: Suggestion) => Command): Command {
  return (state, dispatch, view) => {
    const suggestion = suggestionAt(state)
    return suggestion !== undefined && command(suggestion)(state, dispatch, view)
  }
}

/** More suggestions than these are confirmed one by one from the text, or all at once. */
const max_cards = 40

/** The cards of the suggestions in the margin. */
export function useSuggestionCards(editor: Editor, disabled: boolean): MarginCard[] {
  const suggestions = useEditorState({
    editor,
    selector: ({ editor: { state } }) => suggestionsIn(state).map(({ id, number }) => ({ id, number })),
  })
  const active = useEditorState({ editor, selector: ({ editor: { state } }) => suggestionAt(state)?.id })
  const answers = useEditorState({ editor, selector: ({ editor: { state } }) => answersIn(state) })
  useCodes(editor, !disabled)
  useAnswers(editor, !disabled)
  if (disabled) return []
  return suggestions
    .filter(({ id }, index) => index < max_cards || id === active)
    .map(({ id, number }) => ({
      anchor: `suggestion:${id}`,
      isActive: id === active,
      content: <SuggestionCard {...{ editor, id, number }} answer={answers.get(number)} isActive={id === active} />,
    }))
}

type CardProps = { editor: Editor; id: string; number: string; answer: ResolvedNumber | undefined; isActive: boolean }

function SuggestionCard({ editor, id, number, answer, isActive }: CardProps) {
  const strings = editorAidStrings[useLanguage()].suggestion
  const run = (command: (suggestion: Suggestion) => Command) => {
    const suggestion = suggestionsIn(editor.state).find((one) => one.id === id)
    if (!suggestion) return
    command(suggestion)(editor.state, editor.view.dispatch)
    revealIn(editor, suggestion.from)
    editor.view.focus()
  }
  return (
    <div className={`${margin.card} ${tones.caution}`} data-now={isActive || undefined}>
      <strong className={styles.number}>
        <CaseNumber plain>{answer?.case?.number ?? number}</CaseNumber> · {strings.name}
      </strong>
      <span className={styles.case} lang="dv" dir="auto">
        {answer?.case ? (
          <FreeText>{[answer.case.court, answer.case.title].filter(Boolean).join(' · ')}</FreeText>
        ) : (
          answer && answer.state !== 'found' && strings[answer.state]
        )}
      </span>
      <div className={margin.actions}>
        <Button size="sm" variant="soft" icon="check" onClick={() => run((one) => confirmSuggestions([one]))}>
          {strings.confirm}
        </Button>
        <Button size="sm" variant="ghost" icon="close" onClick={() => run(rejectSuggestion)}>
          {strings.reject}
        </Button>
      </div>
      {isActive && <small className={styles.keys}>{strings.keys}</small>}
    </div>
  )
}

/** The court codes of this library. */
function useCodes(editor: Editor, enabled: boolean) {
  const codes = useMeta({ enabled }).data?.Codes
  useEffect(() => {
    if (codes && codes.length > 0 && !editor.isDestroyed)
      editor.view.dispatch(setCourtCodes(editor.state, isCodeAmong(codes)))
  }, [editor, codes])
}

/** Asks the server for the cases of suggested numbers and of markers, each number once. */
function useAnswers(editor: Editor, enabled: boolean) {
  // The number of a marker changes with each letter that is typed in it.
  const asked = usePausedState(editor, unansweredIn)
  useEffect(() => {
    if (!enabled || !asked || asked.length === 0) return undefined
    const abort = new AbortController()
    const ask = async () => {
      const answer = await post('g/resolveCaseNumbers', { CaseNumbers: asked }, { signal: abort.signal })
      if (answer.Status === 'success' && !editor.isDestroyed)
        editor.view.dispatch(setAnswers(editor.state, answer.data))
    }
    // An abort means that the text changed meanwhile, and asks again.
    void ask().catch(() => undefined)
    return () => abort.abort()
  }, [editor, enabled, asked])
}

function unansweredIn(state: Editor['state']): string[] {
  const answers = answersIn(state)
  return [...new Set([...suggestionsIn(state).map(({ number }) => number), ...markersIn(state.doc)])]
    .filter((number) => !answers.has(number) && number.length <= limits.search.number_letters && !number.includes('\n'))
    .slice(0, limits.search.numbers_at_once)
}
