import { expect, test } from 'vitest'
import { groupByRelation } from './Details.tsx'

const related = (type: string, number: string) => ({ type, number, status: '', description: null, reference: null })

test('related cases are grouped by relation, in the order in which relations first appear', () => {
  const appeal = related('appeal', '2019/HC-A/41')
  const cited = related('cited', '2013/HC-A/80')
  const second = related('appeal', '2020/SC-A/3')
  expect(groupByRelation([appeal, cited, second])).toEqual([
    { type: 'appeal', cases: [appeal, second] },
    { type: 'cited', cases: [cited] },
  ])
})

test('a case without related cases has no groups', () => {
  expect(groupByRelation([])).toEqual([])
})
