import { currentStrings } from '#web/strings/strings.ts'

/** A fixed word of the wire in the language of the screen; one that nobody translated stands as it is. */
export function choiceName(choice: string): string {
  const words: Record<string, string> = currentStrings().words
  return words[choice] ?? choice
}
