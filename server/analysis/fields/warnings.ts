import type { Fields, Found, Warning } from '#server/analysis/types.ts'
import type { FieldLists } from './lists.ts'

/**
 * What the values of the fields warn of; that a field has none is warned of elsewhere. `court` is the name of the court
 * that a user chose for the file.
 */
export function warnOfFields(fields: Fields, lists: FieldLists, court: string | undefined): Warning[] {
  return [
    ...otherCourt(fields, court),
    ...severalNumbers(fields),
    ...unknownJudges(fields, lists),
    ...dateBeforeNumber(fields),
    ...doubtful(fields),
  ]
}

/** `other-court`: the text names another court than the one chosen. */
const otherCourt = ({ court: found }: Fields, court: string | undefined) =>
  found && court !== undefined && found.value !== court ? [warn('other-court', found, { court: found.value })] : []

/** `several-numbers`: the judgment has several numbers of its own. */
const severalNumbers = ({ case_numbers: numbers }: Fields) =>
  numbers[0] && numbers.length > 1
    ? [warn('several-numbers', numbers[0], { numbers: numbers.map(({ value }) => value).join(', ') })]
    : []

/** `unlisted-judge`: the list of judges has no such name. */
const unknownJudges = ({ judges }: Fields, lists: FieldLists) =>
  judges
    .filter(({ value }) => !lists.judges.some(({ name }) => name === value))
    .map((judge) => warn('unlisted-judge', judge, { name: judge.value }))

/** `date-before-number`: the decision is dated before the year of its number. */
function dateBeforeNumber({ date, judgement_number: number }: Fields): Warning[] {
  const year = number && /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(number.value)?.[0]
  return date && year && date.value.slice(0, 4) < year
    ? [warn('date-before-number', date, { date: date.value, year })]
    : []
}

/** A found value that is right with a smaller probability than this is doubtful. */
const doubtful_below = 0.8

const doubtful = ({ judgement_number, court, date }: Fields) => [
  ...doubtfulOne('doubtful-number', judgement_number),
  ...doubtfulOne('doubtful-court', court),
  ...doubtfulOne('doubtful-date', date),
]

const doubtfulOne = (code: string, found: Found | null): Warning[] =>
  found && found.confidence < doubtful_below ? [warn(code, found, { value: found.value })] : []

const warn = (code: string, { page }: Found, values: Warning['values']): Warning => ({ code, page, values })
