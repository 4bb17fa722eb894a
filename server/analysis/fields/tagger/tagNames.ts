import type { Judgment } from '#server/analysis/fields/document.ts'
import type { Segment } from '#server/analysis/fields/textLines.ts'
import { decode, isFurther, type Tag, tags } from './decode.ts'
import { featuresOf } from './features.ts'
import { loadModel, offsetsOf } from './model.ts'
import { readTokens } from './tokens.ts'

type Role = Exclude<Tag, 'other' | `${string}+`>
type TaggedNames = Record<Role, Segment[]>

const known = new WeakMap<Judgment, TaggedNames>()

/**
 * The names of parties and judges that a model learned from the arrangements of `bench/analysis/fields` sees: for judgments
 * whose form no rule reads.
 */
export function tagNames(judgment: Judgment): TaggedNames {
  const found = known.get(judgment) ?? readNames(judgment)
  known.set(judgment, found)
  return found
}

function readNames(judgment: Judgment): TaggedNames {
  const model = loadModel()
  const lines = readTokens(judgment)
  const tokens = lines.flatMap((line) => line.tokens)
  const offsets = featuresOf(lines).map((features) => offsetsOf(model, features))
  const names: TaggedNames = { claimant: [], respondant: [], judges: [] }
  let last: Segment | undefined
  for (const [at, tag] of decode(offsets, model.weights).entries()) {
    const segment = tokens[at]?.segment
    const role = roleOf(tag)
    if (!segment || !role) last = undefined
    else if (last && isFurther(tag) && last.line === segment.line) last.end = segment.end
    else names[role].push((last = { ...segment }))
  }
  return names
}

const roleOf = (tag: number): Role | undefined => roles[tags[tag]?.replace('+', '') ?? '']
const roles: Record<string, Role> = { claimant: 'claimant', respondant: 'respondant', judges: 'judges' }
