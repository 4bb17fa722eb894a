import type { Random } from '#db/seed/random.ts'
import { hostileKeys, hostileValue } from './values.ts'

/** A call as it is sent. */
export type Sent = { method: string; path: string; headers: Record<string, string>; body: string }

type Mutation = (sent: Sent, input: unknown, random: Random) => Sent

/** Every way in which a valid call is changed, and how often. `none` sends it as it is. */
const mutations: Record<string, { weight: number; change: Mutation }> = {
  none: { weight: 55, change: (sent) => sent },
  'one field off': {
    weight: 15,
    change: (sent, input, random) =>
      withBody(
        sent,
        changeOne(input, random, () => hostileValue(random)),
      ),
  },
  'one field missing': {
    weight: 5,
    change: (sent, input, random) =>
      withBody(
        sent,
        changeOne(input, random, () => undefined),
      ),
  },
  'types swapped': {
    weight: 5,
    change: (sent, input, random) =>
      withBody(
        sent,
        changeOne(input, random, (value) => otherTypeOf(value)),
      ),
  },
  'a hostile key': { weight: 5, change: (sent, input, random) => withKey(sent, input, random, hostileValue(random)) },
  'another body': { weight: 4, change: (sent, _input, random) => withBody(sent, hostileValue(random)) },
  nesting: {
    weight: 3,
    change: (sent, input, random) => {
      const depth = random.pick([10, 17, 500, 5000, 30_000])
      const value = random.chance(0.5) ? nest('[', ']', depth) : nest('{"a":', '}', Math.min(depth, 8000), '1')
      return { ...sent, body: `{"${random.pick([...keysOf(input), 'x'])}":${value}}` }
    },
  },
  'broken JSON': {
    weight: 3,
    change: (sent, _input, random) => ({
      ...sent,
      body: random.pick([
        sent.body.slice(0, -1),
        `${sent.body}x`,
        '\ufeff{}',
        '{"a":1,"a":2}',
        '{"a":01}',
        '',
        ' ',
        '1e999',
      ]),
    }),
  },
  'another content type': {
    weight: 2,
    change: (sent, _input, random) => ({
      ...sent,
      headers: { ...sent.headers, 'content-type': random.pick(contentTypes) },
    }),
  },
  'another method': {
    weight: 1,
    change: (sent, _input, random) => ({
      ...sent,
      method: random.pick(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'QUERY', 'PROPFIND']),
    }),
  },
  'another path': {
    weight: 2,
    change: (sent, _input, random) => ({
      ...sent,
      path: random.pick([
        `${sent.path}/`,
        `${sent.path}/x`,
        `/${sent.path}`,
        '__proto__',
        '%2e%2e/x',
        'n'.repeat(300),
        '',
      ]),
    }),
  },
}

const contentTypes = [
  'text/plain',
  'application/octet-stream',
  'application/json; charset=utf-16',
  'multipart/form-data',
  ';;',
]

const weighted = Object.values(mutations).flatMap(({ weight, change }) => Array.from({ length: weight }, () => change))

/** Changes a valid call in one of the ways of the table. */
export const mutate: Mutation = (sent, input, random) => random.pick(weighted)(sent, input, random)

const withBody = (sent: Sent, input: unknown): Sent => ({
  ...sent,
  body: input === undefined ? '' : JSON.stringify(input),
})

/** Written by hand: an object literal would set the prototype. */
function withKey(sent: Sent, input: unknown, random: Random, value: unknown): Sent {
  const members = Object.entries(input ?? {}).map(([key, inner]) => `${JSON.stringify(key)}:${JSON.stringify(inner)}`)
  const added = `${JSON.stringify(random.pick(hostileKeys))}:${JSON.stringify(value)}`
  return { ...sent, body: `{${[...members, added].join(',')}}` }
}

const nest = (open: string, close: string, depth: number, inside = '') =>
  open.repeat(depth) + inside + close.repeat(depth)

const keysOf = (input: unknown) => (typeof input === 'object' && input !== null ? Object.keys(input) : [])

/** Replaces one value at a random depth. */
function changeOne(value: unknown, random: Random, change: (value: unknown) => unknown): unknown {
  const keys = keysOf(value)
  if (keys.length === 0) return change(value)
  const key = random.pick(keys)
  const inner = (value as Record<string, unknown>)[key]
  const changed = random.chance(0.5) ? change(inner) : changeOne(inner, random, change)
  if (Array.isArray(value)) return value.map((item: unknown, index) => (String(index) === key ? changed : item))
  return { ...(value as object), [key]: changed }
}

function otherTypeOf(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return Object.fromEntries(value.map((item: unknown, index) => [index, item]))
  return typeof value === 'object' ? JSON.stringify(value) : 1
}
