import { resourceNamed } from '#shared/resources/index.ts'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import type { Entry } from './navigation.ts'

/** What the entries of the menu are called. A list goes by the words of the menu, else by its description's. */
export function useEntryName() {
  const language = useLanguage()
  const { entries } = useStrings()
  const words: Readonly<Record<string, string>> = entries
  return ({ name, resource }: Entry): string =>
    words[name] ?? (resource === undefined ? name : resourceNamed(resource).label.many[language])
}
