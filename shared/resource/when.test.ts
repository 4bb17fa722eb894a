import { describe, expect, test } from 'vitest'
import { fieldsIn, marksOf } from './when.ts'

const held = (rules: string, values: Record<string, unknown>) =>
  Object.entries(marksOf(rules, values)).flatMap(([mark, on]) => (on ? [mark] : []))

describe('a rule', () => {
  test.each([
    ['without a condition always holds', 'required', {}, ['required']],
    ['holds for the value it names', 'hidden_if:status,Finalized', { status: 'Finalized' }, ['hidden']],
    ['does not hold for another', 'hidden_if:status,Finalized', { status: 'Pending' }, []],
    ['holds for any of its values', 'hidden_if:status,A,B', { status: 'B' }, ['hidden']],
    ['that is negated holds for every other value', 'disabled_if:court,!1', { court: 2 }, ['disabled']],
    ['that is negated does not hold for its own', 'disabled_if:court,!1', { court: 1 }, []],
    ['that is negated twice wants neither', 'disabled_if:court,!1,!2', { court: 2 }, []],
    ['that is negated and not wants both to be true', 'disabled_if:name,a%,!ab', { name: 'ac' }, ['disabled']],
    [
      'compares a chosen row by its id',
      'readOnly_if:court,1',
      { court: { id: 1, name: 'Supreme Court' } },
      ['readOnly'],
    ],
    ['compares each of several chosen rows', 'required_if:roles,3', { roles: [{ id: 2 }, { id: 3 }] }, ['required']],
    ['compares a switch by its word', 'required_if:active,true', { active: true }, ['required']],
    ['knows a number that is nought', 'required_if:days,0', { days: 0 }, ['required']],
    ['with an empty value holds for an empty field', 'hidden_if:config,', { config: null }, ['hidden']],
    ['with an empty value holds for an empty list', 'hidden_if:roles,', { roles: [] }, ['hidden']],
    ['with nothing negated holds for a filled field', 'required_if:config,!', { config: { id: 4 } }, ['required']],
    ['with nothing negated does not hold for an empty one', 'required_if:config,!', { config: null }, []],
    ['matches a beginning', 'hidden_if:number,2013%', { number: '2013/HC-A/80' }, ['hidden']],
    ['matches an end', 'hidden_if:number,%/80', { number: '2013/HC-A/80' }, ['hidden']],
    ['matches a middle', 'hidden_if:number,%HC%', { number: '2013/HC-A/80' }, ['hidden']],
    ['that is like another does not match', 'hidden_if:number,%HC%', { number: '2013/SC-A/80' }, []],
    ['stands beside others', 'required|hidden_if:a,1|readOnly_if:b,2', { a: 1, b: 3 }, ['required', 'hidden']],
  ])('%s', (_name, rules, values, marks) => {
    expect(held(rules, values)).toEqual(marks)
  })

  test('that nobody knows is told at once', () => {
    expect(() => marksOf('visible_if:a,1', {})).toThrow('visible_if')
  })
})

test('the fields that rules ask about are known', () => {
  expect(fieldsIn('required_if:court,1|hidden_if:title,!|required')).toEqual(['court', 'title'])
  expect(fieldsIn(undefined)).toEqual([])
})
