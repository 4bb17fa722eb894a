import { limits } from '../../limits.ts'
import { type IsCode, isCourtCode } from '../courtCodes.ts'
import { readFilters } from './filters.ts'
import { type Item, joinItems, joinNear } from './join.ts'
import { leafOf } from './leaves.ts'
import { type Token, tokenize, usualDistance } from './lexer.ts'
import { remember } from '../remember.ts'
import { type Mender, openMender } from './mender.ts'
import { settleOperators } from './settle.ts'
import { simplify, termsOf } from './simplify.ts'
import { takeFilters } from './takeFilters.ts'
import type { Node, ParsedQuery } from './tree.ts'

/**
 * What a query asks for. Never fails: what is broken is mended, and `repairs` tell how.
 * `docs/decisions/0030-the-query-language.md` says how it is read. One query is asked for by many on its way to an answer,
 * and read once. `isCode` knows the codes of the courts, those of a library too.
 */
export function parseQuery(text: string, isCode: IsCode = isCourtCode): ParsedQuery {
  const reader = readers.get(isCode) ?? remember<ParsedQuery>(50, (one) => read(one, isCode))
  readers.set(isCode, reader)
  return reader(text)
}

const readers = new WeakMap<IsCode, (text: string) => ParsedQuery>()

function read(text: string, isCode: IsCode): ParsedQuery {
  const mender = openMender()
  const { filters: given, rest } = takeFilters(tokenize(text, isCode), mender)
  const filters = readFilters(given, mender)
  const reading: Reading = { tokens: rest, place: 0, ignored: 0, mender }
  const root = simplify(readGroup(reading, 0).node, mender)
  return { root, filters, repairs: mender.repairs, terms: root ? termsOf(root) : [] }
}

type Reading = {
  tokens: readonly Token[]
  place: number
  /** Brackets that were too deep to be opened and are not closed yet. */
  ignored: number
  mender: Mender
}
type Group = { node: Node | undefined; /** The token that closed it. */ closed: Token | undefined }

/** Up to its bracket, or to the end. `depth` 0 is the query itself, in which every closing bracket is one too many. */
function readGroup(reading: Reading, depth: number, near = false): Group {
  const items: Item[] = []
  let closed: Token | undefined
  for (let token = take(reading); token; token = take(reading)) {
    const closes = token.kind === 'close' || token.kind === 'nearClose'
    // `, 5)` is a number and a bracket where it ends no NEAR.
    if (token.kind === 'nearClose' && !near)
      items.push(...operand(leafOf({ ...token, kind: 'chunk' }, reading.mender), false))
    if (closes && reading.ignored > 0) reading.ignored -= 1
    else if (closes && depth > 0) {
      closed = token
      break
    } else if (closes) reading.mender.mend('bracket-unopened', token.text.trim())
    else items.push(...readItem(token, reading, depth))
  }
  if (!closed && depth > 0) reading.mender.mend('bracket-unclosed', '(')
  const { mender } = reading
  const settled = settleOperators(items, mender, depth > 0 && !near)
  const distance = closed?.kind === 'nearClose' ? closed.distance : usualDistance
  return { node: near ? joinNear(settled, distance, mender) : joinItems(settled, mender), closed }
}

function take(reading: Reading): Token | undefined {
  const token = reading.tokens[reading.place]
  reading.place += 1
  return token
}

function readItem(token: Token, reading: Reading, depth: number): Item[] {
  switch (token.kind) {
    case 'operator':
    case 'near':
    case 'paragraph':
      return [token]
    case 'minus':
      return readNegated(reading, depth)
    case 'plus':
      return readLiteral(reading)
    case 'open':
    case 'nearOpen':
      return readBrackets(token, reading, depth)
    default:
      return operand(leafOf(token, reading.mender), token.kind === 'quote')
  }
}

const operand = (node: Node | undefined, structured: boolean): Item[] =>
  node ? [{ kind: 'operand', node, structured }] : []

/** The minus stands for what follows it at once. */
function readNegated(reading: Reading, depth: number): Item[] {
  const next = take(reading)
  const [item] = next ? readItem(next, reading, depth) : []
  return item?.kind === 'operand' ? operand({ kind: 'not', of: item.node }, item.structured) : []
}

/** Behind a plus an operator is a word. */
function readLiteral(reading: Reading): Item[] {
  const next = take(reading)
  return next ? operand(leafOf(next, reading.mender), false) : []
}

function readBrackets(token: Token, reading: Reading, depth: number): Item[] {
  const { mender } = reading
  if (depth >= limits.search.max_depth) {
    reading.ignored += 1
    mender.mend('too-deep', '')
    return []
  }
  const { node, closed } = readGroup(reading, depth + 1, token.kind === 'nearOpen')
  if (!node && closed) mender.mend('group-empty', '()')
  return operand(node, true)
}
