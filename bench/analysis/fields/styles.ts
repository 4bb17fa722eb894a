import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The way in which a court arranges a judgment, with slots for its facts (README.md). */
export type Style = {
  name: string
  /** The code of a court, or `mag` for any magistrate court. */
  court: string
  /** The letters of its case numbers; `MAG` is the code of the magistrate court. */
  code: string
  order: Order
  lines: string[]
}

/** How the number is written: year first, year last, or with hyphens and the year last. */
export type Order = 'first' | 'last' | 'hyphens'

/** The rules are written on the seen and the tuning set; the unseen one is only measured (README.md). */
export type SetName = 'seen' | 'tuning' | 'unseen'

export function readStyles(set: SetName): Style[] {
  const text = readFileSync(join(import.meta.dirname, `styles.${set}.txt`), 'utf8')
  return text
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const [head = '', ...lines] = block.trim().split('\n')
      const [name = '', court = '', code = '', order = ''] = head.split(' | ')
      return {
        name,
        court: court.replace('court ', ''),
        code: code.replace('code ', ''),
        order: orderOf(order),
        lines,
      }
    })
}

const orderOf = (text: string): Order => (text === 'first' || text === 'hyphens' ? text : 'last')
