import type { Random } from '#db/seed/random.ts'
import { hostile } from '#test/hostile.ts'

/** A JSON Schema as zod generates it, as far as values need it. */
export type Schema = {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
  anyOf?: readonly Schema[]
}

/** Values of the database that make a call meaningful: by the name of a field, and the ids of a resource. */
export type KnownValues = { named: Record<string, readonly unknown[]>; idsOf: (field: string) => readonly number[] }

type Source = { random: Random; known: KnownValues }

const names = ['a name', 'ޙުކުމް', 'އާމިނަތު ރަޝީދު', 'Civil Court', '2021/SC-A/12']

/** A value that the schema accepts in most cases, from what the database contains, now and then at a limit. */
export function validValue(schema: Schema, source: Source, field = ''): unknown {
  const { random, known } = source
  const named = known.named[field]
  if (named && named.length > 0 && random.chance(0.9)) return random.pick(named)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return validValue(random.pick(schema.anyOf), source, field)
  return validByType[schema.type ?? '']?.(schema, source, field) ?? null
}

const validByType: Record<string, (schema: Schema, source: Source, field: string) => unknown> = {
  boolean: (_schema, { random }) => random.chance(0.5),
  integer: ({ minimum = 0, maximum = 100 }, { random, known }, field) => {
    if (random.chance(0.05)) return random.pick([minimum, maximum])
    const ids = known.idsOf(field)
    return ids.length > 0 ? random.pick(ids) : random.whole(minimum, Math.min(maximum, minimum + 20))
  },
  number: ({ minimum = 0, maximum = 100 }, { random }) =>
    random.chance(0.2) ? random.pick([minimum, maximum]) : random.whole(Math.max(0, minimum), Math.min(maximum, 100)),
  string: ({ format = '', maxLength = 60 }, { random }) => {
    if (format === '' && random.chance(0.03)) return 'ހަ'.repeat(Math.min(maxLength, 20_000) / 2)
    return validByFormat[format]?.(random) ?? random.pick(names).slice(0, maxLength)
  },
  array: ({ items = {}, minItems = 0, maxItems = 3 }, source, field) =>
    Array.from({ length: source.random.whole(minItems, Math.min(maxItems, Math.max(minItems, 3))) }, () =>
      validValue(items, source, field),
    ),
  object: ({ properties = {}, required = [] }, source) => {
    const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || source.random.chance(0.3))
    return Object.fromEntries(chosen.map(([name, inner]) => [name, validValue(inner, source, name)]))
  },
}

const validByFormat: Record<string, (random: Random) => string> = {
  email: (random) => `user-${random.whole(1, 1e9)}@hukum.test`,
  date: (random) => random.day(1990, 2030),
  uuid: () => '7d4f2a6e-3f0b-4b1e-9a51-2f6c8f1f9d10',
  uri: () => 'https://hukum.test/',
  base64: () => 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
}

export const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  '',
  '0',
  'a.b',
]

const hostileTexts = [
  ...hostileKeys,
  ...[
    '\0',
    '\ud800',
    '\udfff\ud800',
    '%',
    '_',
    "'",
    '"',
    '\\',
    '\\u0000',
    "'; select pg_sleep(1) --",
    '$1',
    '${1}',
    '{name}',
  ],
  ...['null', 'NaN', 'Infinity', '-0', '1e309', '0x10', '9'.repeat(30), '-9223372036854775809', '٣', '१'],
  ...['2021-02-30', '0000-00-00', '9999-99-99', '275760-09-13', '2021-02-03T25:61', '+010000-01-01', '1900-01-01'],
  ...[
    '*',
    '"',
    '(',
    ')',
    '((((',
    'AND',
    'NOT',
    '-',
    'a w/99 b',
    'court:',
    'a* b* c* d* e*',
    '"a',
    ':',
    '^',
    '~',
    '\u202e',
    '\u200b',
  ],
  ...[
    '../../etc/passwd',
    'file:///etc/passwd',
    'javascript:1',
    'https://',
    'http://[::1',
    'a@b',
    `a@${'b'.repeat(300)}.mv`,
    '٠',
  ],
  ...[
    'ހ'.repeat(300),
    'ި'.repeat(500),
    '🏛️'.repeat(100),
    'a '.repeat(2000),
    '\n'.repeat(100),
    '<'.repeat(5000),
    'x'.repeat(60_000),
  ],
  ...[
    'private-User.1',
    'presence-CaseFile.9999999999999999999',
    'CaseFile-Primary.__proto__',
    '1.1',
    '99999999999999999999.1',
  ],
]

const hostileNumbers = [
  ...[
    0,
    -0,
    -1,
    1,
    1.5,
    0.1 + 0.2,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53 - 1,
    2 ** 53,
    2 ** 63,
    1e12,
    1e12 + 1,
  ],
  ...[1e15, 1e308, -1e308, 5e-324, 1e-7, 999_999_999.999, 32_768, 4_294_967_296],
]

const otherTypes: readonly unknown[] = [null, true, false, [], {}, [[]], [null], [{}], { a: 1 }, [1, 'a'], { id: 1 }]

/** A value of any type that no schema expects. */
export function hostileValue(random: Random): unknown {
  const makers = [
    () => random.pick(hostileTexts),
    () => random.pick(hostile),
    () => random.pick(hostileNumbers),
    () => random.pick(otherTypes),
    () => Array.from({ length: random.pick([1, 50, 600, 3000]) }, () => random.pick(hostileNumbers)),
    () => ({ [random.pick(hostileKeys)]: random.pick(hostileTexts) }),
  ]
  return random.pick(makers)()
}
