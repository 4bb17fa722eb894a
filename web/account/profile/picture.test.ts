import { expect, test } from 'vitest'
import { squareIn } from './picture.ts'

test.each([
  [
    { width: 400, height: 300 },
    { x: 50, y: 0, side: 300 },
  ],
  [
    { width: 300, height: 500 },
    { x: 0, y: 100, side: 300 },
  ],
  [
    { width: 240, height: 240 },
    { x: 0, y: 0, side: 240 },
  ],
])('of %j the middle is %j', (size, square) => {
  expect(squareIn(size)).toEqual(square)
})
