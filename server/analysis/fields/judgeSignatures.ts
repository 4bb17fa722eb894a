import { genitive, initialDot, isEnding, longEnding } from '#shared/text/judgment/words.ts'
import {
  chair,
  clerks,
  judgedBy,
  judgeIs,
  judgingVerbs,
  lowerCourt,
  ofThisCourt,
  positionLabel,
  presiding,
  thisOne,
} from '#shared/text/judgment/judgeWords.ts'
import { courtForms } from '#shared/text/judgment/caseWords.ts'
import type { Judgment } from './document.ts'
import { endOfCourt, endOfDecided, isJudgedThing } from './judgePanels.ts'
import { cellsOf, type Segment, textOf, type TextLine, whole } from './textLines.ts'
import {
  hasLengthOfName,
  isBareName,
  isClosing,
  isSignature,
  isTitle,
  isTitlePart,
  saysMore,
  splitNames,
  withoutTitles,
} from './judgeNames.ts'
import { isNamed, type NameWord, piecesOf, trimWords, wordsIn } from './namePieces.ts'

/** The names in lines of their own above their titles: the form of signatures, in columns too. */
export function namesAboveTitle({ lines, labels }: Judgment, line: TextLine): Segment[] {
  const position = positionLabel.exec(line.text)
  const named = position && lines[line.index - 1]
  if (named && isNamed(named.text) && isTitleAlone({ ...whole(line), start: position[0].length }))
    return piecesOf(whole(named)).slice(0, 1)
  const titles = cellsOf(line)
  if (titles.length === 0) return []
  if (!titles.every(isTitleAlone) || (titles.length > 1 && titles.some(isClerk)))
    return namesNextToClerk(lines, line, titles)
  const above = lines.slice(0, line.index).findLast((one) => !isSignature(one))
  const below = lines[line.index + 1]
  if (!above || above.index < line.index - max_between || labels.some((label) => label.line === above)) return []
  if (titles.length === 1 && below && isName(below) && !isBelowName(lines, line)) return []
  const names = titles.length === 1 ? [whole(above)] : cellsOf(above)
  return names.length === titles.length && names.every(isBareCell) ? names : []
}

const max_between = 2

/** Whether the names of a block stand above their titles: it begins with a name, and after its last title stands none. */
export function isBelowName(lines: readonly TextLine[], title: TextLine): boolean {
  const block = lines.filter((line) => !isSignature(line))
  const isPair = (index: number, step: 1 | -1) => {
    const [name, other] = [block[index + step], block[index + 2 * step]]
    return name !== undefined && other !== undefined && isName(name) && isTitleLine(other)
  }
  const at = block.indexOf(title)
  let [first, last] = [at, at]
  while (isPair(first, -1)) first -= 2
  while (isPair(last, 1)) last += 2
  const [above, below] = [block[first - 1], block[last + 1]]
  return above !== undefined && isName(above) && !(below && isName(below))
}

const isName = (line: TextLine) => isBareName(line, wordsIn(whole(line))) && !isTitleLine(line)
const isTitleLine = (line: TextLine) => isTitleAlone(whole(line)) || isClerk(whole(line))

/** The names before their titles in a line: `A, judge`, `A (president)   B (member)`. */
export function namesBeforeTitle(line: TextLine): Segment[] {
  const cells = cellsOf(line)
  const pairs = cells.length === 2 && cells[1] && isTitleAlone(cells[1]) ? [whole(line)] : cells
  const names = pairs.map(namesInTurn)
  return names.every((some) => some.length > 0) ? names.flat() : []
}

/** Names and titles in turn, with punctuation between them. */
function namesInTurn({ line, start, end }: Segment): Segment[] {
  const parts: Segment[] = []
  let from = start === 0 ? endOfDecided(line.text, line) : start
  const undotted = line.text.slice(from, end).replace(initialDot, '_')
  const offset = from
  for (const { 0: mark, index } of undotted.matchAll(/[،,؛([)\]]+|\s[–—-]\s|\s{2,}/gu)) {
    parts.push({ line, start: from, end: offset + index })
    from = offset + index + mark.length
  }
  const pieces = [...parts, { line, start: from, end }]
    .flatMap((part) => trimWords(part) ?? [])
    .filter((piece, at) => at < 2 || isTitleAlone(piece) || !(isCourt(piece) || isSigned.test(textOf(piece))))
  const [names, titles] = [pieces.filter((_, at) => at % 2 === 0), pieces.filter((_, at) => at % 2 === 1)]
  const isPaired = names.length === titles.length && titles.every(isTitleAlone)
  return isPaired && names.every((name) => isBareCell(name) && !isTitleAlone(name)) ? names : []
}

/** The word for a signature. */
const isSigned = /^\u0790\u07ae\u0787\u07a8$/u

/** The name in a sentence that says who judges: `the judge is A`, `with judge A presiding`, `A judged this`. */
export function namesInSentences(line: TextLine): Segment[] {
  const words = wordsIn(whole(line))
  return words.flatMap((word, index) => {
    const next = words[index + 1]
    if (isJudgeIs(word) && next) {
      const name = nameBetween(line, words, index, isEnd)
      return name ?? namesToEnd(line, words.slice(index + 1))
    }
    const at = words.findIndex((one, place) => place > index && !isOfThis(one) && !isTitlePart(one))
    if (judgedBy.has(word.skeleton) && words.slice(index + 1, at).some(isTitle)) {
      const names = namesToEnd(line, words.slice(at), longEnding.test(word.text))
      return names.length > 0 ? names : nameToComma(line, words.slice(at))
    }
    const court = judgedBy.has(word.skeleton) && next ? endOfCourt(line, next.start) : undefined
    const titled = words.findIndex(({ start }) => court !== undefined && start >= court)
    if (titled > 0 && words[titled] && isTitlePart(words[titled]))
      return namesToEnd(line, words.slice(titled), longEnding.test(word.text))
    if (!isTitle(word)) return []
    return nameBetween(line, words, index, isPresiding) ?? nameOfJudging(line, words, index) ?? []
  })
}

const isOfThis = ({ text }: NameWord) => ofThisCourt.test(text)

/** `judge A looked at this case and decided`, `this is the judgment that judge A gave`: not of another court. */
function nameOfJudging(line: TextLine, words: readonly NameWord[], index: number): Segment | undefined {
  const start = words.findLastIndex((word, at) => at < index && isEnd(word)) + 1
  const first = words[Math.max(start, index - max_before_title)]
  const last = words.find((word, at) => at > index && isEnd(word))
  const said = first ? line.text.slice(first.start, last?.end) : ''
  if (!thisOne.test(said) || lowerCourt.test(said)) return undefined
  const at = words.findIndex((word, place) => place > index && (judgingVerbs.has(word.skeleton) || isJudgedThing(word)))
  const isJudged = words.slice(at, at + max_to_verb).some(({ skeleton }) => judgingVerbs.has(skeleton))
  return at > index && isJudged ? nameBetween(line, words, index, (word) => word === words[at]) : undefined
}

const max_to_verb = 5
const max_before_title = 4

/** The names after a verb, each after its title, up to the end of the sentence. */
function namesToEnd(line: TextLine, words: readonly NameWord[], mayBeJoined = false): Segment[] {
  const [first, end] = [words[0], words.find(isEnd)]
  if (!first || !end) return []
  const more = words.find((word) => word.start < end.start && saysMore(word))
  // The ending may be joined to the last name.
  const stem = more?.start ?? end.start + (mayBeJoined ? (isEnding.exec(end.text)?.index ?? 0) : 0)
  const names = splitNames({ line, start: first.start, end: stem }).map(withoutTitles)
  return names.every((name) => hasLengthOfName(wordsIn(name))) ? names : []
}

/** `decided by judge A, on the day`: the name up to a comma. */
function nameToComma(line: TextLine, [first]: readonly NameWord[]): Segment[] {
  const comma = first ? /^[^،,:؛.()\d]+(?=[،,])/u.exec(line.text.slice(first.start))?.[0].length : undefined
  const name = first && comma !== undefined ? { line, start: first.start, end: first.start + comma } : undefined
  return name && hasLengthOfName(wordsIn(name)) && !wordsIn(name).some(isClosing) ? [name] : []
}

const isEnd = ({ text }: NameWord) => isEnding.test(text)
const isPresiding = ({ skeleton }: NameWord) => presiding.has(skeleton)

/** `the judge is`, as one word. */
function isJudgeIs({ text, skeleton, ...rest }: NameWord): boolean {
  const ending = judgeIs.exec(text)
  return (
    ending !== null &&
    isTitle({
      ...rest,
      text: text.slice(0, ending.index),
      skeleton: skeleton.slice(0, -ending[0].replace(/\p{M}/gu, '').length),
    })
  )
}

/** The two to five words after a place, with titles before them, up to a word that ends them. */
function nameBetween(
  line: TextLine,
  words: readonly NameWord[],
  index: number,
  ends: (word: NameWord) => boolean,
): Segment | undefined {
  const from = words.findIndex((word, at) => at > index && !isTitlePart(word))
  const to = words.findIndex((word, at) => at > from && ends(word))
  const more = words.findIndex((word, at) => at > from && at < to && saysMore(word))
  const name = words.slice(from, more > 0 ? more : words[to - 1]?.text === genitive ? to - 1 : to)
  const [first, last, end] = [name[0], name.at(-1), words[to]]
  if (from < 0 || !first || !last || !end) return undefined
  // The ending may be joined to the name.
  const joined = isEnding.exec(end.text)
  const segment = {
    line,
    start: first.start,
    end: more < 0 && joined && joined.index > 0 ? end.start + joined.index : last.end,
  }
  const parts = wordsIn(segment)
  return hasLengthOfName(parts) &&
    !parts.some(isClosing) &&
    !/[.،:؛\d]/.test(line.text.slice(segment.start, segment.end))
    ? segment
    : undefined
}

/** Whether a part of a line is the name of a court. */
const isCourt = (piece: Segment) => wordsIn(piece).some(({ skeleton }) => courtForms.has(skeleton))

/** Whether a cell is a title alone, or one with its court: `judge of the civil court`, `judge, civil court`. */
function isTitleAlone(cell: Segment): boolean {
  const all = wordsIn(cell)
  const judged = all.findIndex((word) => !isJudging(word))
  // `who judged this case` before the title.
  const words = judged > 1 ? all.slice(judged) : all
  const comma = cell.line.text.slice(cell.start, cell.end).search(/[،,]/u)
  if (comma > 0 && isCourt({ ...cell, start: cell.start + comma }))
    return isTitleAlone({ ...cell, end: cell.start + comma })
  if (words.some(({ skeleton }) => chair.has(skeleton)) && words.every(isRole)) return true
  const last = words.findLastIndex((word) => !isTitlePart(word) || word.text.endsWith(genitive))
  if (words.length === 0 || !words.slice(last + 1).some(isTitle)) return false
  const isOfCourt = words.length < 8 && (words[last]?.text.endsWith(genitive) ?? false)
  return isOfCourt || (words.length < 5 && words.every(isTitlePart))
}

const isJudging = (word: NameWord) => isJudgedThing(word) || judgingVerbs.has(word.skeleton)

const isRole = (word: NameWord) => isTitlePart(word) || chair.has(word.skeleton)

/** Whether a cell says who signs next to a judge: a clerk, a registrar. */
const isClerk = (cell: Segment) => {
  const words = wordsIn(cell)
  return words.length < 4 && words.some(({ skeleton }) => clerks.has(skeleton))
}

/** The names of the judges in a row above or below one of titles, of which some are those of clerks. */
function namesNextToClerk(lines: readonly TextLine[], line: TextLine, titles: readonly Segment[]): Segment[] {
  if (titles.length < 2 || !titles.some(isTitleAlone) || !titles.every((cell) => isTitleAlone(cell) || isClerk(cell)))
    return []
  const above = lines.slice(0, line.index).findLast((one) => !isSignature(one))
  const below = lines.slice(line.index + 1).find((one) => !isSignature(one))
  const row = [above, below]
    .map((one) => (one ? cellsOf(one) : []))
    .find((cells) => cells.length === titles.length && cells.every(isBareCell))
  return row?.filter((_, at) => titles[at] && isTitleAlone(titles[at])) ?? []
}

/** Whether a cell is a name that could stand in a line of its own. */
export function isBareCell(cell: Segment): boolean {
  const text = cell.line.text.slice(cell.start, cell.end)
  return isBareName({ ...cell.line, text }, wordsIn(cell))
}
