/**
 * The words of very many cells, one behind the other as numbers: a text for each row would be fetched from another place
 * of the memory, and be looked through by a call of its own, which takes several times as long as to look into it.
 */
export type WordSheet = {
  units: Uint16Array
  /** Where each cell ends; what it holds of a cell that is not written yet is of no meaning. */
  ends: Uint32Array
  /** So many cells are written. */
  cells: number
}

export const openSheet = (cells: number): WordSheet => ({
  units: new Uint16Array(cells * 8),
  ends: new Uint32Array(cells),
  cells: 0,
})

/** Writes the next cell. */
export function writeCell(sheet: WordSheet, text: string) {
  const start = startOf(sheet, sheet.cells)
  // A unit between two cells, which no word holds, keeps a word from being found across them.
  const end = start + text.length + 1
  if (end > sheet.units.length) sheet.units = grown(sheet.units, end)
  const { units } = sheet
  for (let place = 0; place < text.length; place += 1) units[start + place] = text.charCodeAt(place)
  units[end - 1] = between
  sheet.ends[sheet.cells] = end
  sheet.cells += 1
}

const between = 0

function grown(units: Uint16Array, least: number): Uint16Array {
  const larger = new Uint16Array(Math.max(least, units.length * 2))
  larger.set(units)
  return larger
}

const startOf = ({ ends }: WordSheet, cell: number) => (cell === 0 ? 0 : (ends[cell - 1] ?? 0))

export const textOf = (sheet: WordSheet, cell: number): string =>
  letters.decode(sheet.units.subarray(startOf(sheet, cell), (sheet.ends[cell] ?? 1) - 1))

const letters = new TextDecoder('utf-16le', { ignoreBOM: true })

/** Whether one of some cells, from the first to before `last`, holds a word that is not empty. */
export function holdsWord(sheet: WordSheet, first: number, last: number, word: Uint16Array): boolean {
  const { units } = sheet
  const [head = between] = word
  const end = (sheet.ends[last - 1] ?? 0) - word.length
  for (let place = startOf(sheet, first); place < end; place += 1) {
    if (units[place] !== head) continue
    let same = 1
    while (same < word.length && units[place + same] === word[same]) same += 1
    if (same === word.length) return true
  }
  return false
}

export const unitsOf = (word: string): Uint16Array =>
  Uint16Array.from({ length: word.length }, (_, place) => word.charCodeAt(place))
