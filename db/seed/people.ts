import { familyNames, manNames, womanNames } from './lists.ts'
import type { Random } from './random.ts'

/** The name of a fictitious person: a given name, a second name, a family name. */
export function person(random: Random, given = random.chance(0.5) ? manNames : womanNames): string {
  const first = random.pick(given)
  const rest = [random.pick(manNames), random.pick(familyNames)].filter((name) => name !== first)
  return [first, ...new Set(rest)].join(' ')
}

/** Distinct names of fictitious persons. */
export function people(random: Random, count: number): string[] {
  const names = new Set<string>()
  while (names.size < count) names.add(person(random))
  return [...names]
}
