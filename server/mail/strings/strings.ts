import type { Kind } from '#server/mail/kinds.ts'

/** What one kind of letter says. `{…}` is filled with what it tells of. */
export type LetterWords = {
  subject: string
  /** One paragraph each. */
  lead: string[]
  /** On the button; its link stands under it too. */
  button?: string
  /** What to do when it was not the reader. */
  care: string
}

/** Everything letters say, in one language. */
export type Words = {
  /** Unless the installation has a name of its own. */
  product: string
  greeting: string
  greetingWithoutName: string
  /** Under a button. */
  linkByHand: string
  sentBy: string
  facts: { at: string; device: string; address: string; roles: string; until: string }
  /** `browser` on `system`. */
  device: string
  unknownDevice: string
  noRoles: string
  letters: Record<Exclude<Kind, 'code'> | 'code-login' | 'code-register', LetterWords>
}
