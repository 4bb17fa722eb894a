import type { EmailKind, SignInChange } from '#server/mail/kinds.ts'

/** The texts of one kind of e-mail, with `{…}` for its values. */
export type EmailStrings = {
  subject: string
  /** One paragraph each. */
  lead: string[]
  /** The label of the button; its link is repeated below it. */
  button?: string
  /** What to do when the recipient did not cause the e-mail. */
  advice: string
}

/** In one language. */
export type MailStrings = {
  /** The default of PRODUCT_NAME. */
  product: string
  greeting: string
  greetingWithoutName: string
  /** Under a button. */
  linkCopyHint: string
  sentBy: string
  facts: { at: string; device: string; address: string; roles: string; until: string; email: string; change: string }
  signInChanges: Record<SignInChange, string>
  /** `browser` on `system`. */
  device: string
  unknownDevice: string
  noRoles: string
  emails: Record<Exclude<EmailKind, 'code'> | 'code-login' | 'code-register', EmailStrings>
}
