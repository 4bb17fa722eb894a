import { passwordProblems } from '#web/fields/passwordProblems.ts'
import type { Strings } from '#web/strings/strings.ts'
import type { Person } from './registration.ts'

type Checked = Pick<Person, 'Fullname' | 'Password' | 'Password_confirmation' | 'Terms'>

/** What is wrong with the last step, field by field, before the server is asked. */
export function personProblems(person: Checked, words: Strings): Partial<Record<keyof Checked, string>> {
  return {
    ...(person.Fullname.trim() === '' && { Fullname: words.register.nameNeeded }),
    ...passwordProblems(person, words, { isFirst: true }),
    ...(!person.Terms && { Terms: words.register.termsNeeded }),
  }
}
