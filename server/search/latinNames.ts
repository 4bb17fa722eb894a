import { isLeaf, isNear, type Node } from '#shared/text/query/tree.ts'
import { isLatin } from './isLatin.ts'
import { nodeOfRun, replaceRuns, type TypedNode } from './typedRuns.ts'

/**
 * Abdul Rahman, Abdu Raheem and Abd al-Azeez are one word in Dhivehi, and so is what Latin letters write with a sign for
 * a letter of Arabic, shari'ah and Mas'ood: they are also read as one word, which is found by its sound.
 */
export function joinNames(node: Node, text: string): Node {
  if (isNear(node)) return node
  if (node.kind === 'not') return { kind: 'not', of: joinNames(node.of, text) }
  if (!isLeaf(node) && node.kind === 'or') return { kind: 'or', of: node.of.map((part) => joinNames(part, text)) }
  const of = replaceRuns(isLeaf(node) ? [node] : node.of, {
    text,
    most: 3,
    run: readName,
    part: (part) => (isLeaf(part) ? part : joinNames(part, text)),
  })
  return of.length === 1 && of[0] ? of[0] : { kind: 'and', of }
}

function readName(run: readonly TypedNode[], typed: string): Node | undefined {
  const word = joinedName(typed).toLowerCase()
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last || (first.kind === 'phrase' && first.quoted)) return undefined
  if (word === typed.toLowerCase() || !isLatin(word)) return undefined
  return { kind: 'or', of: [nodeOfRun(run), { kind: 'word', word, start: first.start, end: last.end }] }
}

/** A name in Latin letters with such words as one, and without the ending of English. */
export const joinedName = (name: string): string =>
  name.replace(servant, 'Abdul').replace(owner, '').replace(signOfArabic, '')

const servant = /(?<![a-z])abdh?(?:u[lrsznd]?|[\s-][aeu]l)[\s-]+(?=[a-z]{3})/gi

const owner = /(?<=[a-z]{2})['’]s(?![a-z])/gi
const signOfArabic = /(?<=[a-z])['’‘ʼʻʿʾ`´](?=[a-z])/gi
