import { limits } from '#shared/limits.ts'
import { type IsCode, isCourtCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { type Item, buildTree, buildProximityGroup } from './buildTree.ts'
import { parseTerm } from './parseTerm.ts'
import { tokenize, defaultDistance } from './lexer.ts'
import { toWords } from './passage.ts'
import type { Token } from './token.ts'
import { type RepairLog, createRepairLog } from './repairLog.ts'
import { disambiguateOperators } from './disambiguateOperators.ts'
import { simplify, termsOf } from './simplify.ts'
import { extractFilters, type FilterToken } from './extractFilters.ts'
import { parseDay } from './parseDay.ts'
import type { Node, ParsedQuery, QueryFilters } from './tree.ts'

/**
 * Parser of the query language: query → filters and syntax tree. Never fails: broken syntax is repaired, and `repairs`
 * list how. `docs/decisions/0030-query-language.md` defines the language. `isCode` is the predicate for court codes.
 */
export function parseQuery(text: string, isCode: IsCode = isCourtCode): ParsedQuery {
  const repairLog = createRepairLog()
  const { tokens, isPassage } = tokenize(text, isCode)
  const { filters: filterTokens, rest } = extractFilters(tokens, repairLog)
  const filters = parseFilters(filterTokens, repairLog)
  const words = isPassage ? toWords(rest) : rest
  const state: ParserState = { tokens: words, position: 0, ignoredBrackets: 0, hasAnd: false, repairLog }
  const root = simplify(parseGroup(state, 0).node, repairLog)
  const terms = root ? termsOf(root) : []
  const flags = { ...(state.hasAnd && { hasAnd: true as const }), ...(isPassage && { isPassage }) }
  return { text, root, filters, repairs: repairLog.repairs, terms, ...flags }
}

type ParserState = {
  tokens: readonly Token[]
  position: number
  /** Open brackets that exceed the maximum depth and are not closed yet. */
  ignoredBrackets: number
  hasAnd: boolean
  repairLog: RepairLog
}
type Group = { node: Node | undefined; /** The closing token. */ closed: Token | undefined }

/** Parses up to the closing bracket or to the end. At `depth` 0, the query itself, every closing bracket is unmatched. */
function parseGroup(state: ParserState, depth: number, near = false): Group {
  const items: Item[] = []
  let closed: Token | undefined
  for (let token = nextToken(state); token; token = nextToken(state)) {
    const closes = token.kind === 'close' || token.kind === 'nearClose'
    // Outside NEAR, `, 5)` is a number and a closing bracket.
    if (token.kind === 'nearClose' && !near)
      items.push(...operand(parseTerm({ ...token, kind: 'chunk' }, state.repairLog), false))
    if (closes && state.ignoredBrackets > 0) state.ignoredBrackets -= 1
    else if (closes && depth > 0) {
      closed = token
      break
    } else if (closes) state.repairLog.report('bracket-unopened', token.text.trim())
    else items.push(...parseItem(token, state, depth))
  }
  if (!closed && depth > 0) state.repairLog.report('bracket-unclosed', '(')
  const { repairLog } = state
  const disambiguated = disambiguateOperators(items, repairLog, depth > 0 && !near)
  if (disambiguated.some((item) => item.kind === 'operator' && item.operator === 'and')) state.hasAnd = true
  const distance = closed?.kind === 'nearClose' ? closed.distance : defaultDistance
  return {
    node: near ? buildProximityGroup(disambiguated, distance, repairLog) : buildTree(disambiguated, repairLog),
    closed,
  }
}

function nextToken(state: ParserState): Token | undefined {
  const token = state.tokens[state.position]
  state.position += 1
  return token
}

function parseItem(token: Token, state: ParserState, depth: number): Item[] {
  switch (token.kind) {
    case 'operator':
    case 'near':
    case 'paragraph':
      return [token]
    case 'minus':
      return parseNegated(state, depth)
    case 'plus':
      return parseLiteral(state)
    case 'open':
    case 'nearOpen':
      return parseBrackets(token, state, depth)
    default:
      return operand(parseTerm(token, state.repairLog), token.kind === 'quote')
  }
}

const operand = (node: Node | undefined, structured: boolean): Item[] =>
  node ? [{ kind: 'operand', node, structured }] : []

/** A minus negates the next item. */
function parseNegated(state: ParserState, depth: number): Item[] {
  const next = nextToken(state)
  const [item] = next ? parseItem(next, state, depth) : []
  return item?.kind === 'operand' ? operand({ kind: 'not', of: item.node }, item.structured) : []
}

/** After a plus, an operator is a word. */
function parseLiteral(state: ParserState): Item[] {
  const next = nextToken(state)
  return next ? operand(parseTerm(next, state.repairLog), false) : []
}

function parseBrackets(token: Token, state: ParserState, depth: number): Item[] {
  const { repairLog } = state
  if (depth >= limits.search.max_depth) {
    state.ignoredBrackets += 1
    repairLog.report('too-deep', '')
    return []
  }
  const { node, closed } = parseGroup(state, depth + 1, token.kind === 'nearOpen')
  if (!node && closed) repairLog.report('group-empty', '()')
  return operand(node, true)
}

/** Parses the filter tokens of a query. A filter applies to the whole query; a repeated name matches any of its values. */
function parseFilters(tokens: readonly FilterToken[], repairLog: RepairLog): QueryFilters {
  const filters: QueryFilters = {}
  const range: DateRange = {}
  for (const { name, value: typed, label } of tokens) {
    const value = typed.replaceAll('*', '').trim()
    if (value !== typed) repairLog.report('star-misplaced', `${label}:${typed}`)
    if (value === '') repairLog.report('filter-empty', `${label}:`)
    else if (name === 'from' || name === 'to') range[name] = value
    else filters[name] = [...new Set([...(filters[name] ?? []), value])]
  }
  return { ...filters, ...parseDateRange(range, repairLog) }
}

type DateRange = { from?: string; to?: string }

function parseDateRange({ from, to }: DateRange, repairLog: RepairLog): DateRange {
  const [first, last] = [parseOrReport(from, 'from', repairLog), parseOrReport(to, 'to', repairLog)]
  if (first === undefined || last === undefined || first <= last)
    return { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) }
  repairLog.report('dates-reversed', '')
  return parseDateRange({ ...(to !== undefined && { from: to }), ...(from !== undefined && { to: from }) }, repairLog)
}

function parseOrReport(value: string | undefined, end: 'from' | 'to', repairLog: RepairLog) {
  const day = value === undefined ? undefined : parseDay(value, end)
  if (value !== undefined && day === undefined) repairLog.report('date-unreadable', value)
  return day
}
