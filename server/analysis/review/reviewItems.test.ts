import { expect, test } from 'vitest'
import { buildPage } from '#test/analysisPages.ts'
import { drawSample, sureLines } from './reviewItems.ts'

test('one line in twenty of those that are sure is drawn, and a run draws other ones', () => {
  const texts = Array.from({ length: 100 }, (_, index) => `${'ކ'.repeat(3 + (index % 7))} މިއީ ފޮޅުވަތެކެވެ ${index}`)
  const drawn = Array.from({ length: 4 }, () => drawSample(sureLines(buildPage(1, texts))).map(({ line }) => line))
  expect(drawn.map((lines) => new Set(lines).size)).toEqual([5, 5, 5, 5])
  expect(new Set(drawn.map(String)).size).toBeGreaterThan(1)
})
