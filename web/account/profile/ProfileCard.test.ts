import { expect, test } from 'vitest'
import { centerSquare } from './ProfileCard.tsx'

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
])('the center square of a picture of %j is %j', (size, square) => {
  expect(centerSquare(size)).toEqual(square)
})
