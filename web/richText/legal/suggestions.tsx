import type { Editor } from '@tiptap/core'
import type { Plugin } from '@tiptap/pm/state'
import type { MarginCard } from './notes.ts'

/** The plugins that suggest case numbers. */
export const suggestionPlugins = (): Plugin[] => []

/** The cards of the suggestions in the margin. */
export const useSuggestionCards = (editor: Editor, disabled: boolean): MarginCard[] =>
  disabled || editor.isDestroyed ? [] : []
