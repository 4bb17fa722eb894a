/** Malé Latin transliteration (docs/decisions/0035-text-analysis.md): Thaana letter → Latin letters. */
export const consonants: ReadonlyMap<string, string> = new Map([
  ['ހ', 'h'], ['ށ', 'sh'], ['ނ', 'n'], ['ރ', 'r'], ['ބ', 'b'], ['ޅ', 'lh'], ['ކ', 'k'], ['އ', ''], ['ވ', 'v'], ['މ', 'm'], ['ފ', 'f'], ['ދ', 'dh'],
  ['ތ', 'th'], ['ލ', 'l'], ['ގ', 'g'], ['ޏ', 'gn'], ['ސ', 's'], ['ޑ', 'd'], ['ޒ', 'z'], ['ޓ', 't'], ['ޔ', 'y'], ['ޕ', 'p'], ['ޖ', 'j'], ['ޗ', 'ch'],
  ['ޘ', 's'], ['ޙ', 'h'], ['ޚ', 'kh'], ['ޛ', 'z'], ['ޜ', 'zh'], ['ޝ', 'sh'], ['ޞ', 's'], ['ޟ', 'z'], ['ޠ', 'th'], ['ޡ', 'z'], ['ޢ', ''], ['ޣ', 'gh'],
  ['ޤ', 'q'], ['ޥ', 'w'], ['ޱ', 'n'],
]) // prettier-ignore

export const vowels: ReadonlyMap<string, string> = new Map([
  ['ަ', 'a'], ['ާ', 'aa'], ['ި', 'i'], ['ީ', 'ee'], ['ު', 'u'], ['ޫ', 'oo'], ['ެ', 'e'], ['ޭ', 'ey'], ['ޮ', 'o'], ['ޯ', 'oa'],
]) // prettier-ignore

/**
 * The rewriting rules of the phonetic key, applied in this order: a Latin spelling becomes a key that all spellings of one
 * word share. Arabic and English spellings of names (Mohamed, Easa) are normalized to their sound first.
 */
export const phoneticRules: readonly (readonly [pattern: RegExp, sound: string])[] = [
  [/[^a-z]/g, ''],
  // Sun letters assimilate the article: Abdul Rahman is pronounced Abdurrahman.
  [/dul(?=r|s|z|n|d|t)/g, 'du'],
  [/^moh/, 'muh'],
  [/(?<=[^e])ed$/, 'ad'],
  [/^ea/, 'i'],
  // A final u is often omitted, and a final ތް is written iy.
  [/(?<=[a-z][^aeiou])u$/, ''],
  [/(?<=[aeiou])iy$/, 't'],
  [/(?<=[^aeiouy])y$/, 'i'],
  [/aa/g, 'a'],
  [/ee/g, 'i'],
  [/oo/g, 'u'],
  [/oa/g, 'o'],
  [/e[yi]/g, 'e'],
  // Sounds written with one letter or two.
  [/ph/g, 'f'],
  [/sh/g, 'S'],
  [/ch/g, 'C'],
  [/kh/g, 'h'],
  [/gn|ny/g, 'n'],
  [/zh/g, 'z'],
  [/([dtlgs])h/g, '$1'],
  [/w/g, 'v'],
  [/q/g, 'g'],
  [/c(?=[eiy])/g, 's'],
  [/ck|c/g, 'k'],
  [/x/g, 'ks'],
  // Half letters, doubled letters and h are not always written.
  [/[nm](?=[bdg])/g, ''],
  [/n(?=m)/g, 'm'],
  [/h(?=[^aeiou])/g, ''],
  [/(?<=...)h$/, ''],
  [/([a-zSC])\1+/g, '$1'],
  [/iy(?=[aeiou])/g, 'i'],
]
