import type { Token } from './lexer.ts'
import type { Mender } from './mender.ts'

export type FilterToken = Extract<Token, { kind: 'filter' }>

/** A minus is about what follows it, a NOT about all that OR and `w/5` join to that. */
type Negating = '' | 'minus' | 'not'

/** The query, or a pair of brackets in it. */
type Scope = {
  /** How much was kept before it. */
  start: number
  isNear: boolean
  /** What stands before it, and whether all of it is to be left out. */
  before: Negating
  negated: boolean
  hasFilter: boolean
  hasOperand: boolean
}

type Taking = {
  kept: Token[]
  filters: FilterToken[]
  scope: Scope
  outer: Scope[]
  negating: Negating
  mender: Mender
}

/**
 * The filters, and what is left without them, without brackets that hold nothing else and without what joined them. A
 * filter that was to be left out is not used: it would find the very cases that nobody asked for.
 */
export function takeFilters(tokens: readonly Token[], mender: Mender): { filters: FilterToken[]; rest: Token[] } {
  const scope = { start: 0, isNear: false, before: '', negated: false, hasFilter: false, hasOperand: false } as const
  const taking: Taking = { kept: [], filters: [], scope: { ...scope }, outer: [], negating: '', mender }
  for (let place = 0; place < tokens.length; place += 1) {
    const [token, next] = [tokens[place], tokens[place + 1]]
    if (!token || !take(taking, token, next)) continue
    if (unjoin(taking, token, next, tokens[place + 2])) place += 1
  }
  return { filters: taking.filters, rest: taking.kept }
}

/** Whether nothing is left of what ends with this token. */
function take(taking: Taking, token: Token, next: Token | undefined): boolean {
  const { kept, scope, negating } = taking
  if (token.kind === 'filter') return takeFilter(taking, token)
  kept.push(token)
  if (token.kind === 'open' || token.kind === 'nearOpen') open(taking, token.kind === 'nearOpen')
  else if (token.kind === 'close' || token.kind === 'nearClose') return close(taking, token, next)
  else if (token.kind === 'minus') taking.negating ||= 'minus'
  else if (isNot(token)) taking.negating = !token.dhivehi || isStructure(next) ? 'not' : ''
  else if (isAnd(token)) taking.negating = ''
  else if (isOperand(token)) {
    scope.hasOperand = true
    taking.negating = carry(negating, next)
  }
  return false
}

function takeFilter({ scope, negating, filters, mender }: Taking, token: FilterToken) {
  scope.hasFilter = true
  if (negating === '' && !scope.negated) filters.push(token)
  else mender.mend('filter-negated', token.text)
  return true
}

function open(taking: Taking, isNear: boolean) {
  const { kept, scope, negating: before } = taking
  taking.outer.push(scope)
  const negated = scope.negated || before !== ''
  taking.scope = { start: kept.length - 1, isNear, before, negated, hasFilter: false, hasOperand: false }
  taking.negating = ''
}

function close(taking: Taking, token: Token, next: Token | undefined): boolean {
  const { kept, scope } = taking
  const outer = taking.outer.pop()
  if (!outer) return false
  // `, 5)` is a number and a bracket where it ends no NEAR.
  const isEmpty = scope.hasFilter && !scope.hasOperand && (token.kind === 'close' || scope.isNear)
  taking.scope = outer
  taking.negating = isEmpty ? scope.before : carry(scope.before, next)
  if (isEmpty) kept.length = scope.start
  outer.hasFilter ||= isEmpty
  outer.hasOperand ||= !isEmpty
  return isEmpty
}

/** Takes out what joined something that was taken out; whether that is the next token too. */
function unjoin(taking: Taking, token: Token, next: Token | undefined, behind: Token | undefined): boolean {
  const { kept, negating, mender } = taking
  taking.negating = carry(negating, next)
  const drop = (joint: Token | undefined) => {
    if (joint?.kind === 'operator' && joint.dhivehi) mender.mend('operator-read', joint.text)
    return true
  }
  if (negating === 'not' && isJoint(next)) return drop(next)
  if (negating === 'not' && isJoint(kept.at(-1))) return !drop(kept.pop())
  while (isBefore(kept.at(-1)) || (isAnd(kept.at(-1)) && !isJoint(next))) drop(kept.pop())
  if (isAnd(next)) return !isJoint(kept.at(-1)) && drop(next)
  if (!isJoint(next) || (negating === '' && behind?.kind !== 'filter')) return false
  const isChoice = token.kind === 'filter' && behind?.kind === 'filter' && token.name === behind.name
  if (!isChoice && !taking.scope.negated) mender.mend('operator-alone', next.text)
  return drop(next)
}

const carry = (negating: Negating, next: Token | undefined): Negating =>
  negating === 'not' && isJoint(next) ? 'not' : ''

type OperatorToken = Extract<Token, { kind: 'operator' }>
type JointToken = Extract<Token, { kind: 'operator' | 'near' | 'paragraph' }>

const isNot = (token: Token | undefined): token is OperatorToken =>
  token?.kind === 'operator' && token.operator === 'not'
const isAnd = (token: Token | undefined): token is OperatorToken =>
  token?.kind === 'operator' && token.operator === 'and'
/** What binds closer than NOT. */
const isJoint = (token: Token | undefined): token is JointToken =>
  (token?.kind === 'operator' && token.operator === 'or') || token?.kind === 'near' || token?.kind === 'paragraph'
const isBefore = (token: Token | undefined) => isNot(token) || token?.kind === 'minus' || token?.kind === 'plus'
const isStructure = (token: Token | undefined) =>
  token?.kind === 'filter' || token?.kind === 'open' || token?.kind === 'nearOpen'
const isOperand = ({ kind, text }: Token) =>
  kind === 'quote' || kind === 'number' || (kind === 'chunk' && /[\p{L}\p{N}]/u.test(text))
