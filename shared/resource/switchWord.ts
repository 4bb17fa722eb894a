import type { Language } from '../messages.ts'
import { yesNo } from '../text/yesNo.ts'
import type { FieldOf } from './field.ts'

/** What a switch says when it is on or off: its own word, or yes and no. */
export const switchWord = ({ words = yesNo }: Pick<FieldOf<'switch'>, 'words'>, isOn: boolean, language: Language) =>
  words[isOn ? 'yes' : 'no'][language]
