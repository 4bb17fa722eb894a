import { expect, test } from 'vitest'
import { readFlags } from './flags.ts'

test('without flags one process has every role', () => {
  const { processes, roles, waitsForIndex } = readFlags([])
  expect({ processes, roles: [...roles], waitsForIndex }).toEqual({
    processes: 1,
    roles: ['web', 'worker', 'indexer'],
    waitsForIndex: false,
  })
})

test('a role can be chosen several times', () => {
  expect([...readFlags(['--role', 'indexer', '--role=web', '--processes', '3']).roles]).toEqual(['web', 'indexer'])
})

test.each([
  [['--processes', '0'], '--processes takes a whole number from 1 to 32.'],
  [['--processes', 'many'], '--processes takes a whole number from 1 to 32.'],
  [['--role', 'reader'], '--role takes web, worker, indexer; repeat it for several.'],
  [['--role', 'worker', '--processes', '2'], 'it needs the role web.'],
  [['--proceses', '2'], "Unknown option '--proceses'"],
  [['--help'], 'These may be given: --processes 1 to 32, --role web | worker | indexer, --wait-for-index'],
])('the flags %j are refused by name', (parameters, sentence) => {
  expect(() => readFlags(parameters)).toThrow(sentence)
})
