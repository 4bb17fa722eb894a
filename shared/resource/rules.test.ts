import { describe, expect, test } from 'vitest'
import { fieldsOfRules, evaluateRules } from './rules.ts'

const effectsOf = (rules: string, values: Record<string, unknown>) =>
  Object.entries(evaluateRules(rules, values)).flatMap(([effect, on]) => (on ? [effect] : []))

describe('a rule of a field', () => {
  test.each([
    ['without a condition always applies', 'required', {}, ['required']],
    ['applies to the value it names', 'hidden_if:status,Finalized', { status: 'Finalized' }, ['hidden']],
    ['does not apply to another value', 'hidden_if:status,Finalized', { status: 'Pending' }, []],
    ['applies to any of its values', 'hidden_if:status,A,B', { status: 'B' }, ['hidden']],
    ['with a negated value applies to every other value', 'disabled_if:court,!1', { court: 2 }, ['disabled']],
    ['with a negated value does not apply to that value', 'disabled_if:court,!1', { court: 1 }, []],
    ['with two negated values applies to neither', 'disabled_if:court,!1,!2', { court: 2 }, []],
    ['with a pattern and a negated value requires both', 'disabled_if:name,a%,!ab', { name: 'ac' }, ['disabled']],
    [
      'compares a chosen row by its id',
      'readOnly_if:court,1',
      { court: { id: 1, name: 'Supreme Court' } },
      ['readOnly'],
    ],
    ['compares each of several chosen rows', 'required_if:roles,3', { roles: [{ id: 2 }, { id: 3 }] }, ['required']],
    ['compares a switch with true or false', 'required_if:active,true', { active: true }, ['required']],
    ['matches the number 0', 'required_if:days,0', { days: 0 }, ['required']],
    ['with an empty value applies to an empty field', 'hidden_if:config,', { config: null }, ['hidden']],
    ['with an empty value applies to an empty list', 'hidden_if:roles,', { roles: [] }, ['hidden']],
    [
      'with a negated empty value applies to a filled field',
      'required_if:config,!',
      { config: { id: 4 } },
      ['required'],
    ],
    ['with a negated empty value does not apply to an empty field', 'required_if:config,!', { config: null }, []],
    ['matches a prefix', 'hidden_if:number,2013%', { number: '2013/HC-A/80' }, ['hidden']],
    ['matches a suffix', 'hidden_if:number,%/80', { number: '2013/HC-A/80' }, ['hidden']],
    ['matches a substring', 'hidden_if:number,%HC%', { number: '2013/HC-A/80' }, ['hidden']],
    ['does not match another substring', 'hidden_if:number,%HC%', { number: '2013/SC-A/80' }, []],
    ['is combined with other rules', 'required|hidden_if:a,1|readOnly_if:b,2', { a: 1, b: 3 }, ['required', 'hidden']],
  ])('%s', (_name, rules, values, effects) => {
    expect(effectsOf(rules, values)).toEqual(effects)
  })

  test('an unknown rule throws an error', () => {
    expect(() => evaluateRules('visible_if:a,1', {})).toThrow('visible_if')
  })
})

test('fieldsOfRules returns the fields that rules depend on', () => {
  expect(fieldsOfRules('required_if:court,1|hidden_if:title,!|required')).toEqual(['court', 'title'])
  expect(fieldsOfRules(undefined)).toEqual([])
})
