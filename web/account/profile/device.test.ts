import { expect, test } from 'vitest'
import { deviceKind, deviceName } from './device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome · Windows', 'computer'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome · Android', 'phone'],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${webkit} Chrome/130.0 Safari/537.36`, 'Chrome · Android', 'tablet'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1', 'Safari · iPhone', 'phone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1', 'Safari · iPad', 'tablet'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux', 'computer'],
  ['something else', undefined, 'computer'],
  ['', undefined, 'computer'],
])('%s', (userAgent, name, kind) => {
  expect(deviceName(userAgent)).toBe(name)
  expect(deviceKind(userAgent)).toBe(kind)
}) // prettier-ignore
