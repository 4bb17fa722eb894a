import { expect, test } from 'vitest'
import { warmStemCache } from './openIndex.ts'

test('warming the stem cache leaves time for other work of the thread', async () => {
  let others = 0
  const timer = setInterval(() => (others += 1), 1)
  await warmStemCache(
    Array.from({ length: 2000 }, (_, at) => `ކޯޓު${'ގެ'.repeat(at % 5)}${at}`),
    new AbortController(),
  )
  clearInterval(timer)
  expect(others).toBeGreaterThan(0)
})

test('warming the stem cache ends when the index is closed', async () => {
  const closing = new AbortController()
  closing.abort()
  const words = new Proxy(['ކޯޓު'], {
    get: (all, key) => {
      if (key === '0') throw new Error('a word was looked at')
      return Reflect.get(all, key) as unknown
    },
  })
  await expect(warmStemCache(words, closing)).resolves.toBeUndefined()
})
