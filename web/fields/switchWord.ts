import type { Language } from '#shared/messages.ts'
import type { FieldOf } from '#shared/resource/field.ts'
import { stringsOf } from '#web/strings/strings.ts'

/** What a switch says when it is on or off: its own word, or yes and no. */
export function switchWord({ words }: Pick<FieldOf<'switch'>, 'words'>, isOn: boolean, language: Language): string {
  const word = isOn ? 'yes' : 'no'
  return words?.[word][language] ?? stringsOf(language).acts[word]
}
