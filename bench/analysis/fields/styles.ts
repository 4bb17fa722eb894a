import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The way in which a court arranges a judgment, with slots for its facts (README.md). */
export type Style = {
  name: string
  /** The code of a court, `mag` for any magistrate court, or `none` for a tribunal. */
  court: string
  /** The letters of its case numbers; `MAG` is the code of the magistrate court. */
  code: string
  order: Order
  lines: string[]
}

/** How the number is written: year first, year last, or with hyphens and the year last. */
export type Order = 'first' | 'last' | 'hyphens'

/** Rules are tuned on the known sets; the others are only measured (README.md). */
export type SetName =
  | 'seen'
  | 'tuning'
  | 'read'
  | 'rules'
  | 'training'
  | 'unseen'
  | 'later'
  | 'held_out'
  | 'fourth_odd'
  | 'fourth_even'
  | 'forms'
  | 'more_forms'
  | 'fifth_odd'
  | 'fifth_even'
  | 'sixth_odd'
  | 'sixth_even'
  | 'seventh_odd'
  | 'seventh_even'
  | 'eighth_odd'
  | 'eighth_even'

export function readStyles(set: SetName): Style[] {
  const files = readdirSync(import.meta.dirname)
    .filter((file) => file.startsWith(`styles.${set}.`))
    .toSorted()
  const text = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('')
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
