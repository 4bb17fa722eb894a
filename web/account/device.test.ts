import { expect, test } from 'vitest'
import { deviceOf, nameOf } from './device.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome · Windows', 'computer'],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    'Microsoft Edge · Windows',
    'computer',
  ],
  [`${mozilla} (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0`, 'Firefox · Linux', 'computer'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    'Safari · macOS',
    'computer',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari · iOS',
    'phone',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`,
    'Chrome · iOS',
    'phone',
  ],
  [`${mozilla} (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome · Android', 'phone'],
  [
    `${mozilla} (Linux; Android 14; SM-X710) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
    'Samsung Internet · Android',
    'tablet',
  ],
  [`${mozilla} (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`, 'Chrome · Linux', 'computer'],
  ['curl/8.5.0', 'curl', 'computer'],
])('%s', (userAgent, name, kind) => {
  const device = deviceOf(userAgent)
  expect(nameOf(device)).toBe(name)
  expect(device.kind).toBe(kind)
})

test.each([[''], ['something else']])('of %j nothing is known', (userAgent) => {
  expect(nameOf(deviceOf(userAgent))).toBeUndefined()
})
