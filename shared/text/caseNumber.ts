import { foldText } from './fold.ts'

/**
 * The key under which a case number is looked up: `code/year/serial`, the code in small letters without punctuation.
 * Numbers are written in either order and with any separator (`2013/HC-A/80`, `80/HC-A/2013`, `3916-CVC-2024`), so
 * two that mean one case have one key. Undefined for what is no case number.
 */
export function caseNumberKey(written: string): string | undefined {
  const parts = split(written)
  const numbers = parts.filter((part) => isNumber.test(part))
  const code = parts
    .filter((part) => !isNumber.test(part))
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '')
  const [first, second] = numbers
  if (numbers.length !== 2 || first === undefined || second === undefined || !isCode.test(code)) return undefined

  const [year, serial] = yearFirst(first, second, parts) ? [first, second] : [second, first]
  return `${code}/${fullYear(year)}/${serial.replace(/[()]/g, '').replace(/^0+(?=\d)/, '')}`
}

/** Digits, and what courts put in brackets behind them: `27(NR)`. */
const isNumber = /^\d{1,6}(\([a-z]{1,4}\))?$/
const isCode = /^(?=.*\p{L})[\p{L}\p{N}]{1,12}$/u
const isYear = /^(19|20)\d\d$/

const label = /^(ގަޒިއްޔާ)?\s*(ނަންބަރު?|ނަމްބަރު?|number|case|no)?[\s.:#]*/

function split(written: string): string[] {
  const text = foldText(written)
    .trim()
    .replace(/[‐-―−_]/g, '-')
    .replace(label, '')
    // As it stands in a sentence: in brackets, before a full stop or a comma.
    .replace(/^\((.*)\)/, '$1')
    .replace(/[^\p{L}\p{N})]+$/u, '')
  const parts = text.split(/\s*[/\\|]\s*|\s+/).filter((part) => part !== '')
  // One piece with hyphens all through: the first and the last are the numbers.
  const hyphenated = parts.length === 1 ? /^(\d+)-(.+)-(\d+)$/.exec(text) : null
  return hyphenated ? hyphenated.slice(1) : parts
}

/** Two numbers: which is the year? Where both could be, the High Court and the Supreme Court write it first. */
function yearFirst(first: string, second: string, parts: string[]) {
  if (isYear.test(first) !== isYear.test(second)) return isYear.test(first)
  if (!isYear.test(first)) return false
  return parts.some((part) => /^(hc|sc)-/.test(part)) && parts[0] === first
}

/** `94` is 1994, `08` is 2008. */
function fullYear(year: string) {
  if (year.length !== 2) return year
  return Number(year) >= 50 ? `19${year}` : `20${year}`
}
