import type { Language } from '#shared/messages.ts'
import { yesNo } from '#shared/text/format/yesNo.ts'
import type { FieldOf } from './field.ts'

/** The label of a switch that is on or off: its own label, or yes and no. */
export const switchLabel = ({ words = yesNo }: Pick<FieldOf<'switch'>, 'words'>, isOn: boolean, language: Language) =>
  words[isOn ? 'yes' : 'no'][language]
