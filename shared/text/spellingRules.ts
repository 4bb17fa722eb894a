/**
 * Where the spellings of one word part, on folded text, beyond the dots that `fold` knows (`design/dhivehi.md` §1.3).
 * Each line: the ways it is written, then the way that stands for them.
 */

/** Words and parts of words that are written in several ways. */
export const respelled: readonly (readonly [written: RegExp, kept: string])[] = [
  [/^ކާވެނި|^ކާވެންޏ/, 'ކައިވެނި'],
  [/^މަޖިލިސ/, 'މަޖްލިސ'],
  [/މިނިސްޓިރ/, 'މިނިސްޓްރ'],
  [/^(?:ޖެނުއަރ|ޖަނަވަރ|ޖެނުވަރ|ޖަނުއަރ|ޖަނުވަރ|ޖެނުއަރީ)[ިީ]/, 'ޖެނުއަރީ'],
  [/^ފެބުރުވަރ[ިީ]|^ފެބްރުވަރ[ިީ]|^ފެބުރުއަރ[ިީ]|^ފެބްރުއަރި/, 'ފެބްރުއަރީ'],
  [/^މާރިޗ|^މާރްޗ|^މާރޗ|^މާރުޗ/, 'މާޗ'],
  [/^[އ][ެޭ]ޕް?ރ[ިީ]ލ/, 'އޭޕްރީލ'],
  [/^ޖުލާއި|^ޖުލައިއި/, 'ޖުލައި'],
  [/^[އ][ޮޯ]ގަސްޓ/, 'އޯގަސްޓ'],
  [/^އޮކްޓޫބ|^އޮކުޓޫބ|^އޮކުޓޯބ/, 'އޮކްޓޯބ'],
]
