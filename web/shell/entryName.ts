import { useLanguage, useStrings } from '#web/strings/strings.ts'
import type { Entry } from './navigation.ts'

/** What the entries of the menu are called: by the words of the menu, else as the description of the list says. */
export function useEntryName() {
  const language = useLanguage()
  const { entries } = useStrings()
  const words: Readonly<Record<string, string>> = entries
  return ({ name, label }: Pick<Entry, 'name' | 'label'>): string => words[name] ?? label?.[language] ?? name
}
