import { expect, test } from 'vitest'
import { takesLessThan } from '#test/cpuTime.ts'
import { runs } from '#test/nightly.ts'
import { buildText, editText, keyErrorsOf, seededRandom, tagsOf } from '#test/textEdits.ts'
import { toPlainText } from '#test/plainText.ts'
import type { Delta, Op } from './delta.ts'
import { conflictsOf, mergeTexts, type MergeChoice, resolveMerge } from './merge.ts'
import { canonicalJson, textOfUnits } from './units.ts'

const text = (...lines: string[]): Delta => ({
  content: lines.map((line) => ({ insert: `${line}\n` })),
  footnotes: [],
  annotations: [],
})
const merge = (base: Delta, mine: Delta, theirs: Delta) => mergeTexts({ base, mine, theirs })
const linesAfter = (base: Delta, mine: Delta, theirs: Delta, ...choices: MergeChoice[]) =>
  toPlainText(resolveMerge(merge(base, mine, theirs), choices)).split('\n')

const base = text('one alpha beta gamma', 'two delta epsilon', 'three zeta eta theta', 'four iota kappa')

test('paragraphs that one user changed are taken, also next to one that the other user changed', () => {
  const mine = text('one alpha beta gamma mine', 'two delta epsilon', 'three zeta eta theta', 'four iota kappa')
  const theirs = text(
    'one alpha beta gamma',
    'two delta epsilon theirs',
    'three zeta eta theta',
    'new of theirs',
    'four iota kappa',
  )
  expect(conflictsOf(merge(base, mine, theirs))).toEqual([])
  expect(linesAfter(base, mine, theirs)).toEqual([
    'one alpha beta gamma mine',
    'two delta epsilon theirs',
    'three zeta eta theta',
    'new of theirs',
    'four iota kappa',
  ])
})

test('a paragraph that both users changed is a conflict: mine stays until another choice, or both stand in the text', () => {
  const mine = text('one alpha beta gamma', 'two delta epsilon mine', 'three zeta eta theta', 'four iota kappa')
  const theirs = text('one alpha beta gamma', 'two delta epsilon theirs', 'three zeta eta theta', 'four iota kappa')
  const [conflict] = conflictsOf(merge(base, mine, theirs))
  expect(textOfUnits(conflict?.mine ?? [])).toBe('two delta epsilon mine')
  expect(textOfUnits(conflict?.theirs ?? [])).toBe('two delta epsilon theirs')
  expect(linesAfter(base, mine, theirs)[1]).toBe('two delta epsilon mine')
  expect(linesAfter(base, mine, theirs, 'theirs')[1]).toBe('two delta epsilon theirs')
  expect(linesAfter(base, mine, theirs, 'both').slice(1, 3)).toEqual([
    'two delta epsilon mine',
    'two delta epsilon theirs',
  ])
})

test('a paragraph that one user removed and the other changed is a conflict', () => {
  const mine = text('one alpha beta gamma', 'three zeta eta theta', 'four iota kappa')
  const theirs = text('one alpha beta gamma', 'two delta epsilon theirs', 'three zeta eta theta', 'four iota kappa')
  expect(conflictsOf(merge(base, mine, theirs))).toMatchObject([{ mine: [] }])
  expect(linesAfter(base, mine, theirs)).toHaveLength(3)
  expect(linesAfter(base, mine, theirs, 'both')).toHaveLength(4)
})

test('a paragraph that one user split is one conflict with the change of the other user', () => {
  const mine = text('one alpha beta gamma', 'two delta epsilon', 'three zeta', 'eta theta', 'four iota kappa')
  const theirs = text('one alpha beta gamma', 'two delta epsilon', 'three zeta eta theta theirs', 'four iota kappa')
  const [conflict, ...others] = conflictsOf(merge(base, mine, theirs))
  expect(others).toEqual([])
  expect(conflict?.mine).toHaveLength(2)
})

test('one change of a paragraph that both users make is no conflict', () => {
  const both = text('one alpha beta gamma', 'two delta epsilon more', 'four iota kappa')
  expect(conflictsOf(merge(base, both, both))).toEqual([])
  expect(linesAfter(base, both, both)).toHaveLength(3)
})

test('new paragraphs of both users at one place are a conflict, because their order is not known', () => {
  const mine = text(
    ...['one alpha beta gamma', 'new of mine', 'two delta epsilon', 'three zeta eta theta', 'four iota kappa'],
  )
  const theirs = text(
    ...['one alpha beta gamma', 'new of theirs', 'two delta epsilon', 'three zeta eta theta', 'four iota kappa'],
  )
  expect(conflictsOf(merge(base, mine, theirs))).toHaveLength(1)
  expect(linesAfter(base, mine, theirs, 'both').slice(1, 3)).toEqual(['new of mine', 'new of theirs'])
})

const withFootnote = (line: string, content: string): Delta => ({
  content: [{ insert: line }, { insert: { footnote: 'f' } }, { insert: '\n' }],
  footnotes: [{ key: 'f', content }],
  annotations: [],
})

test('a change in a footnote is a change of its paragraph, and both paragraphs get a footnote each', () => {
  const versions = [
    withFootnote('text', 'note'),
    withFootnote('text mine', 'note'),
    withFootnote('text', 'note theirs'),
  ] as const
  expect(conflictsOf(merge(...versions))).toHaveLength(1)
  const { content, footnotes } = resolveMerge(merge(...versions), ['both'])
  expect(footnotes).toEqual([
    { key: 'f', content: 'note' },
    { key: 'f-2', content: 'note theirs' },
  ])
  expect(content.filter(({ insert }) => typeof insert !== 'string').map(({ insert }) => insert)).toEqual([
    { footnote: 'f' },
    { footnote: 'f-2' },
  ])
})

test('footnotes that two users gave the same key stay two', () => {
  const empty = text('one alpha', 'two beta')
  const mine = {
    ...withFootnote('one alpha', 'mine'),
    content: [...withFootnote('one alpha', '').content, { insert: 'two beta\n' }],
  }
  const theirs = {
    ...withFootnote('two beta', 'theirs'),
    content: [{ insert: 'one alpha\n' }, ...withFootnote('two beta', '').content],
  }
  expect(resolveMerge(merge(empty, mine, theirs), []).footnotes.map(({ content }) => content)).toEqual([
    'mine',
    'theirs',
  ])
})

const annotated = (title: string, ...lines: string[]): Delta => ({
  content: lines.flatMap((line): Op[] => [{ insert: line, attributes: { annotation: 'a' } }, { insert: '\n' }]),
  footnotes: [],
  annotations: [{ key: 'a', title, content: '', type: 'general', category: 'usul' }],
})

test('an annotation over paragraphs of both users stays one, with the fields that were changed', () => {
  const versions = [
    annotated('old', 'one alpha', 'two beta'),
    annotated('old', 'one alpha mine', 'two beta'),
    annotated('new', 'one alpha', 'two beta'),
  ] as const
  const merged = resolveMerge(merge(...versions), ['mine'])
  expect(merged.annotations).toMatchObject([{ key: 'a', title: 'new' }])
  expect(toPlainText(merged)).toBe('one alpha mine\ntwo beta')
})

test('an annotation whose pieces are apart stays one in any merge', () => {
  const ofLines = (...lines: string[]): Delta => {
    const { content, ...notes } = annotated('title', ...lines)
    const isAnnotated = ({ insert }: Op) => insert === '\n' || insert === lines[0] || insert === lines[2]
    return { ...notes, content: content.map((op) => (isAnnotated(op) ? op : { insert: op.insert })) }
  }
  const before = ofLines('one alpha', 'two beta', 'three gamma', 'four delta', 'five epsilon')
  const mine = ofLines('one alpha', 'two beta mine', 'three gamma', 'four delta', 'five epsilon')
  const theirs = ofLines('one alpha', 'two beta', 'three gamma theirs', 'four delta', 'five epsilon theirs')
  const both = ofLines('one alpha', 'two beta mine', 'three gamma theirs', 'four delta', 'five epsilon theirs')
  expect(resolveMerge(merge(before, mine, theirs), [])).toEqual(both)
})

test('an annotation whose fields both users changed differently becomes two, each in the paragraphs of its user', () => {
  const versions = [
    annotated('old', 'one alpha', 'two beta', 'three gamma'),
    annotated('mine', 'one alpha mine', 'two beta', 'three gamma'),
    annotated('theirs', 'one alpha', 'two beta', 'three gamma theirs'),
  ] as const
  const choices: MergeChoice[] = ['mine', 'mine', 'theirs']
  const merged = resolveMerge(merge(...versions), choices)
  expect(merged.annotations).toMatchObject([
    { key: 'a', title: 'mine' },
    { key: 'a-2', title: 'theirs' },
  ])
  expect(merged.content.flatMap(({ attributes }) => attributes?.annotation ?? [])).toEqual(['a', 'a', 'a-2'])
})

const table = (...cells: string[]): Op[] =>
  cells.flatMap((cell, index): Op[] => [
    { insert: cell },
    { insert: '\n', attributes: { table: `r${index >> 1}`, cell: `c${index}` } },
  ])
const ofTables = (...tables: Op[][]): Delta => ({ content: tables.flat(), footnotes: [], annotations: [] })

test('different cells of a table are merged, and one cell that both users changed makes the table a conflict', () => {
  const old = ofTables(table('1', '2', '3', '4'))
  const mine = ofTables(table('1 mine', '2', '3', '4'))
  expect(linesAfter(old, mine, ofTables(table('1', '2', '3', '4 theirs')))).toEqual(['1 mine', '2', '3', '4 theirs'])
  const conflict = merge(old, mine, ofTables(table('1 theirs', '2', '3', '4')))
  expect(conflictsOf(conflict)).toHaveLength(1)
  const { content } = resolveMerge(conflict, ['both'])
  const rows = content.flatMap(({ attributes }) => (attributes?.table === undefined ? [] : [attributes]))
  expect(new Set(rows.map((attributes) => attributes.table))).toEqual(new Set(['r0', 'r1', 'r0-2', 'r1-2']))
  expect(rows.filter((attributes) => attributes.table_start)).toHaveLength(1)
})

test('a text that only one user changed is the text of that user', () => {
  for (let seed = 0; seed < runs(20, 500); seed += 1) {
    const random = seededRandom(seed)
    const before = buildText(random, 12)
    const after = Array.from({ length: 5 }).reduce<Delta>((now, _, index) => editText(now, random, `x${index}`), before)
    for (const merged of [merge(before, after, before), merge(before, before, after), merge(before, after, after)]) {
      expect(conflictsOf(merged)).toEqual([])
      expect(canonicalJson(resolveMerge(merged, []))).toBe(canonicalJson(resolveMerge(merge(after, after, after), [])))
    }
  }
})

test('random edits of two users: nothing is lost without a conflict, and nothing at all when both are taken', () => {
  for (let seed = 0; seed < runs(60, 10_000); seed += 1) {
    const random = seededRandom(seed)
    const before = buildText(random, 4 + Math.floor(random() * 16))
    const edit = (side: string) =>
      Array.from({ length: 1 + Math.floor(random() * 8) }).reduce<Delta>(
        (now, _, index) => editText(now, random, `${side}${index}`),
        before,
      )
    const [mine, theirs] = [edit('mine'), edit('theirs')]
    const merged = merge(before, mine, theirs)
    const conflicts = conflictsOf(merged)
    const written = [...tagsOf(mine), ...tagsOf(theirs)]
    const both = resolveMerge(
      merged,
      conflicts.map(() => 'both'),
    )
    expect(
      written.filter((tag) => !tagsOf(both).has(tag)),
      `seed ${seed}`,
    ).toEqual([])
    const chosen = resolveMerge(merged, [])
    const inConflict = new Set(conflicts.flatMap((one) => textOfUnits(one.theirs).match(/[\p{L}\p{M}\p{N}.]+/gu) ?? []))
    expect(
      written.filter((tag) => !tagsOf(chosen).has(tag) && !inConflict.has(tag)),
      `seed ${seed}`,
    ).toEqual([])
    for (const one of [both, chosen]) expect(keyErrorsOf(one), `seed ${seed}`).toEqual([])
  }
}, 900_000)

test('the merge of two texts of 1,500 paragraphs with a change in each takes less than a second of the processor', () => {
  const random = seededRandom(1)
  const before = buildText(random, 1500)
  const change = (side: string): Delta => ({
    ...before,
    content: before.content.map((op, index) =>
      typeof op.insert === 'string' && op.insert.length > 20 && index % 3 === 0
        ? { ...op, insert: `${op.insert} ${side}` }
        : op,
    ),
  })
  const [mine, theirs] = [change('mine'), change('theirs')]
  expect(conflictsOf(merge(before, mine, theirs)).length).toBeGreaterThan(300)
  expect(takesLessThan(1000, () => merge(before, mine, theirs))).toBe(true)
})
