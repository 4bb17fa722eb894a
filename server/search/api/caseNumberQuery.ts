import type { Db } from '#server/db/database.ts'
import { foldText } from '#shared/text/fold.ts'
import { isRunOfName, namedLists, readNamed } from './namedFilters.ts'

/**
 * `Civil Court 877/2019`: the number with the code of the court that stands before or behind it. Undefined where anything
 * else stands there, or the name of more courts than one.
 */
export async function withCodeOfCourt(db: Db, written: string): Promise<string | undefined> {
  const folded = foldText(written).trim()
  const { before, number, after } = numberBeside.exec(folded)?.groups ?? {}
  const name = before || after
  if (number === undefined || !name || (before && after)) return undefined
  const [list] = namedLists
  const rows = await readNamed(db, list)
  const [court, ...others] = rows.filter((row) => isRunOfName([row], name, list.keys))
  return court?.code && others.length === 0 ? `${court.code}/${number.replace(/\s/g, '')}` : undefined
}

const numberBeside =
  /^(?<before>[^\d]{3,100}(?<=[\s,،]))?(?<number>\d{1,6} ?[/-] ?\d{1,6})(?<after>(?=[\s,،])[^\d]{3,100})?$/u
