import type { Token } from './token.ts'
import type { RepairLog } from './repairLog.ts'

export type FilterToken = Extract<Token, { kind: 'filter' }>

/** A minus negates the next operand; a NOT negates every operand that OR and `w/5` join to it. */
type Negation = '' | 'minus' | 'not'

/** The whole query or one pair of brackets. */
type Scope = {
  /** The number of tokens in `rest` before it. */
  start: number
  isNear: boolean
  /** The negation in front of it, and whether it lies inside any negation. */
  before: Negation
  negated: boolean
  hasFilter: boolean
  hasOperand: boolean
}

type Extraction = {
  rest: Token[]
  filters: FilterToken[]
  scope: Scope
  outer: Scope[]
  negation: Negation
  repairLog: RepairLog
}

/**
 * Separates the filters of a query from its other tokens. Brackets that contain only filters, and the operators that
 * joined a filter, are removed with it. A negated filter is dropped and reported, because applying it would return
 * exactly the cases that the query excludes.
 */
export function extractFilters(
  tokens: readonly Token[],
  repairLog: RepairLog,
): { filters: FilterToken[]; rest: Token[] } {
  const scope = { start: 0, isNear: false, before: '', negated: false, hasFilter: false, hasOperand: false } as const
  const extraction: Extraction = { rest: [], filters: [], scope: { ...scope }, outer: [], negation: '', repairLog }
  for (let index = 0; index < tokens.length; index += 1) {
    const [token, next] = [tokens[index], tokens[index + 1]]
    if (!token || !consumeToken(extraction, token, next)) continue
    if (dropConnectors(extraction, token, next, tokens[index + 2])) index += 1
  }
  return { filters: extraction.filters, rest: extraction.rest }
}

/** True when this token, or the group that it closes, was removed. */
function consumeToken(extraction: Extraction, token: Token, next: Token | undefined): boolean {
  const { rest, scope, negation } = extraction
  if (token.kind === 'filter') return collectFilter(extraction, token)
  rest.push(token)
  if (token.kind === 'open' || token.kind === 'nearOpen') openScope(extraction, token.kind === 'nearOpen')
  else if (token.kind === 'close' || token.kind === 'nearClose') return closeScope(extraction, token, next)
  else if (token.kind === 'minus') extraction.negation ||= 'minus'
  else if (isNot(token)) extraction.negation = !token.isDhivehi || opensFilterOrGroup(next) ? 'not' : ''
  else if (isAnd(token)) extraction.negation = ''
  else if (isOperand(token)) {
    scope.hasOperand = true
    extraction.negation = carryNegation(negation, next)
  }
  return false
}

function collectFilter({ scope, negation, filters, repairLog }: Extraction, token: FilterToken) {
  scope.hasFilter = true
  if (negation === '' && !scope.negated) filters.push(token)
  else repairLog.report('filter-negated', token.text)
  return true
}

function openScope(extraction: Extraction, isNear: boolean) {
  const { rest, scope, negation: before } = extraction
  extraction.outer.push(scope)
  const negated = scope.negated || before !== ''
  extraction.scope = { start: rest.length - 1, isNear, before, negated, hasFilter: false, hasOperand: false }
  extraction.negation = ''
}

function closeScope(extraction: Extraction, token: Token, next: Token | undefined): boolean {
  const { rest, scope } = extraction
  const outer = extraction.outer.pop()
  if (!outer) return false
  // Outside NEAR, `, 5)` is a number and a closing bracket.
  const isEmpty = scope.hasFilter && !scope.hasOperand && (token.kind === 'close' || scope.isNear)
  extraction.scope = outer
  extraction.negation = isEmpty ? scope.before : carryNegation(scope.before, next)
  if (isEmpty) rest.length = scope.start
  outer.hasFilter ||= isEmpty
  outer.hasOperand ||= !isEmpty
  return isEmpty
}

/** Removes the connectors of a removed token; true when the next token is one of them. */
function dropConnectors(
  extraction: Extraction,
  token: Token,
  next: Token | undefined,
  afterNext: Token | undefined,
): boolean {
  const { rest, negation, repairLog } = extraction
  extraction.negation = carryNegation(negation, next)
  const drop = (connector: Token | undefined) => {
    if (connector?.kind === 'operator' && connector.isDhivehi) repairLog.report('operator-read', connector.text)
    return true
  }
  if (negation === 'not' && isConnector(next)) return drop(next)
  if (negation === 'not' && isConnector(rest.at(-1))) return !drop(rest.pop())
  while (isPrefixOperator(rest.at(-1)) || (isAnd(rest.at(-1)) && !isConnector(next))) drop(rest.pop())
  if (isAnd(next)) return !isConnector(rest.at(-1)) && drop(next)
  if (!isConnector(next) || (negation === '' && afterNext?.kind !== 'filter')) return false
  const isChoice = token.kind === 'filter' && afterNext?.kind === 'filter' && token.name === afterNext.name
  if (!isChoice && !extraction.scope.negated) repairLog.report('operator-alone', next.text)
  return drop(next)
}

const carryNegation = (negation: Negation, next: Token | undefined): Negation =>
  negation === 'not' && isConnector(next) ? 'not' : ''

type OperatorToken = Extract<Token, { kind: 'operator' }>
type ConnectorToken = Extract<Token, { kind: 'operator' | 'near' | 'paragraph' }>

const isNot = (token: Token | undefined): token is OperatorToken =>
  token?.kind === 'operator' && token.operator === 'not'
const isAnd = (token: Token | undefined): token is OperatorToken =>
  token?.kind === 'operator' && token.operator === 'and'
/** A connector that binds more tightly than NOT. */
const isConnector = (token: Token | undefined): token is ConnectorToken =>
  (token?.kind === 'operator' && token.operator === 'or') || token?.kind === 'near' || token?.kind === 'paragraph'
const isPrefixOperator = (token: Token | undefined) => isNot(token) || token?.kind === 'minus' || token?.kind === 'plus'
const opensFilterOrGroup = (token: Token | undefined) =>
  token?.kind === 'filter' || token?.kind === 'open' || token?.kind === 'nearOpen'
const isOperand = ({ kind, text }: Token) =>
  kind === 'quote' || kind === 'number' || (kind === 'chunk' && /[\p{L}\p{N}]/u.test(text))
