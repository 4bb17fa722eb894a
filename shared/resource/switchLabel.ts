import type { Language } from '#shared/messages.ts'
import { yesNo } from '#shared/text/format/yesNo.ts'
import type { FieldOf } from './field.ts'

/** The label of a switch that is on or off: its own label, or yes and no. */
export const switchLabel = ({ labels = yesNo }: Pick<FieldOf<'switch'>, 'labels'>, isOn: boolean, language: Language) =>
  labels[isOn ? 'yes' : 'no'][language]
