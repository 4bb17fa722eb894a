import { splitCourtCode } from './courtCodes.ts'

/**
 * The runs of words by which texts cite a case number, the typed one first: either order of year and serial, or its code
 * first, with the code as typed, in one word, and as its court writes it. `words`: the words of the typed number; without a
 * key, a code and one number.
 */
export function citedForms(keys: readonly string[], words: readonly string[]): string[][] {
  const forms = keys.length > 0 ? keys.flatMap((key) => formsOfKey(key, words)) : formsOfPart(words)
  return [...new Map([words, ...forms].map((form) => [form.join(' '), [...form]])).values()]
}

function formsOfKey(key: string, words: readonly string[]): string[][] {
  const [code = '', year = '', serial = ''] = key.split('/')
  const [, digits = '', letters = ''] = /^(\d*)(.*)$/.exec(serial) ?? []
  // `12A` is one word, `27(NR)` two.
  const serials = letters === '' ? [[digits]] : [[digits + letters], [digits, letters]]
  const short = year.slice(2)
  // Before 2000, years were also written with two digits.
  const isShort = words.includes(short) && !words.includes(year)
  const years = isShort ? [short, year] : year.startsWith('19') ? [year, short] : [year]
  return codesOf(code, typedCode(code, words)).flatMap((codeWords) =>
    years.flatMap((one) =>
      serials.flatMap((serialWords) => [
        [one, ...codeWords, ...serialWords],
        [...serialWords, ...codeWords, one],
        [...codeWords, one, ...serialWords],
      ]),
    ),
  )
}

/** A code and one number, in either order. */
function formsOfPart(words: readonly string[]): string[][] {
  const isFirst = /^\d/.test(words[0] ?? '')
  const [number = '', ...typed] = isFirst ? words : [words.at(-1) ?? '', ...words.slice(0, -1)]
  if (typed.length === 0 || !/^\d/.test(number)) return []
  return codesOf(typed.join(''), typed).flatMap((code) => {
    const numberFirst = [number, ...code]
    const codeFirst = [...code, number]
    return isFirst ? [numberFirst, codeFirst] : [codeFirst, numberFirst]
  })
}

const codesOf = (code: string, typed: readonly string[]) => [typed, [code], ...splitCourtCode(code)]

/** The adjacent words that are the code together; the code itself where no words are. */
function typedCode(code: string, words: readonly string[]): readonly string[] {
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= words.length; to += 1)
      if (words.slice(from, to).join('') === code) return words.slice(from, to)
  return [code]
}
