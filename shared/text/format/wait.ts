import type { Language } from '#shared/messages.ts'

/** Units of a wait: their seconds, the number from which the next unit is used, and their words. */
const waitUnits = [
  [1, 90, 'ސިކުންތު', 'second'],
  [60, 90, 'މިނެޓު', 'minute'],
  [3600, Infinity, 'ގަޑިއިރު', 'hour'],
] as const

/** After how long a client may try again, in words: `45 seconds`, `15 minutes`. */
export function waitInWords(language: Language, seconds: number): string {
  const unit = waitUnits.find(([size, most]) => Math.ceil(seconds / size) <= most) ?? waitUnits[2]
  const [size, , dv, en] = unit
  const count = Math.ceil(seconds / size)
  return language === 'dv' ? `${count} ${dv}` : `${count} ${en}${count === 1 ? '' : 's'}`
}
