import { expect, test } from 'vitest'
import { average, measureAnswers } from './measures.ts'

const grades = new Map([
  ['best', 3],
  ['right', 2],
  ['near', 1],
])

test('the ideal order has the value 1 in every measure', () => {
  expect(measureAnswers(['best', 'right', 'near'], grades)).toEqual({
    mrr: 1,
    hit: 1,
    recall: 1,
    ndcg: 1,
    unanswered: 0,
  })
})

test('an answer that is only near does not count as a hit', () => {
  const { mrr, hit, recall } = measureAnswers(['near', 'else', 'right'], grades)
  expect([mrr, hit, recall]).toEqual([1 / 3, 0, 0.5])
})

test('answers after the tenth are ignored', () => {
  const late = [...Array.from({ length: 10 }, (_, index) => `else ${index}`), 'best']
  expect(measureAnswers(late, grades)).toEqual({ mrr: 0, hit: 0, recall: 0, ndcg: 0, unanswered: 0 })
})

test('recall with more than ten relevant answers is limited to ten', () => {
  const many = new Map(Array.from({ length: 20 }, (_, index) => [`${index}`, 2]))
  expect(measureAnswers([...many.keys()], many).recall).toBe(1)
})

test('queries without an answer are counted', () => {
  const found = measureAnswers(['best'], grades)
  const { unanswered, hit } = average([measureAnswers([], grades), found])
  expect([unanswered, hit]).toEqual([1, 0.5])
})
