import { buildRandom } from '#db/seed/random.ts'
import { readLines } from '#server/analysis/fields/document.ts'
import { type Tag, tags } from '#server/analysis/fields/tagger/decode.ts'
import { featuresOf } from '#server/analysis/fields/tagger/features.ts'
import { isPersonName, readTokens } from '#server/analysis/fields/tagger/tokens.ts'
import type { Page } from '#server/analysis/types.ts'
import { buildJudgments } from './judgments.ts'
import { toPages } from './pages.ts'
import type { SetName } from './styles.ts'

/** The words of a judgment with their features and tags. */
export type Example = { style: string; features: number[][]; tags: number[] }

/** The rates of noise of the examples. */
const rates = [0, 0.015]
/** The share of personal names of which a judgment is taken not to know that they are names: no list has all of them. */
const unknownNames = 0.3

/** Examples of the arrangements of a set. The values that are marked are names; all other words are none. */
export const buildExamples = (set: SetName): Example[] =>
  buildJudgments(set, writeMarked).flatMap((judgment, index) => {
    // Judgments of the demo library have no marks.
    if (!judgment.pages.flat().some(({ text }) => text.includes(endMark))) return []
    return rates.map((rate, at) => {
      const { pages, isInName } = withoutMarks(toPages(judgment, rate, index * 100 + at))
      const lines = readTokens(readLines(pages), knownNames(index * rates.length + at))
      return {
        style: judgment.name.replace(/ \d+$/, ''),
        features: featuresOf(lines),
        tags: lines.flatMap(({ tokens }) => tokens.map(({ segment }) => isInName(segment.line.line, segment.start))),
      }
    })
  })

function knownNames(seed: number): (skeleton: string) => boolean {
  const random = buildRandom(seed)
  const known = new Map<string, boolean>()
  return (skeleton) => {
    if (!isPersonName(skeleton)) return false
    const isKnown = known.get(skeleton) ?? !random.chance(unknownNames)
    known.set(skeleton, isKnown)
    return isKnown
  }
}

/** Characters of private use before and after a value. */
const startMarks: Record<string, { mark: string; tag: Tag }> = {
  cl: { mark: '\ue001', tag: 'claimant' },
  re: { mark: '\ue002', tag: 'respondant' },
  judge: { mark: '\ue003', tag: 'judges' },
}
const endMark = '\ue000'

function writeMarked(field: string, value: string): string {
  const start = startMarks[field]
  return start ? `${start.mark}${value}${endMark}` : value
}

/** The pages without marks, and the tag of the word at a place of a line. A name goes on in the next line. */
function withoutMarks(pages: readonly Page[]) {
  const places = new Map<Page['lines'][number], number[]>()
  let open = 0
  const stripped = pages.map((page) => ({
    ...page,
    lines: page.lines.map((line) => {
      const found: number[] = []
      let text = ''
      let isFirst = true
      for (const unit of line.text) {
        const start = Object.values(startMarks).find(({ mark }) => mark === unit)
        if (start) [open, isFirst] = [tags.indexOf(start.tag), true]
        else if (unit === endMark) open = 0
        else {
          text += unit
          // The first word of a name, and each further one.
          for (let at = 0; at < unit.length; at += 1) found.push(open === 0 ? 0 : open + (isFirst ? 0 : 1))
          if (unit === ' ') isFirst = false
        }
      }
      const plain = { ...line, text }
      places.set(plain, found)
      return plain
    }),
  }))
  return {
    pages: stripped,
    isInName: (line: Page['lines'][number], start: number) => places.get(line)?.[start] ?? 0,
  }
}
