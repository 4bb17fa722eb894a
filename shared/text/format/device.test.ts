import { expect, test } from 'vitest'
import { deviceKind, deviceName, parseUserAgent } from './device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

const userAgents: [string, string | undefined, string | undefined][] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge', 'Windows'],
  [`Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1', 'Safari', 'iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox', 'Linux'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/142.0 Safari/537.36`, 'Chrome', 'macOS'],
  ['curl/8.5 see http://evil.test', undefined, undefined],
] // prettier-ignore
test.each(userAgents)('the browser and system of the user agent %s are recognized', (userAgent, browser, system) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser, system })
})

const devices: [string, string | undefined, string][] = [
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome · Windows', 'computer'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome · Android', 'phone'],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${webkit} Chrome/130.0 Safari/537.36`, 'Chrome · Android', 'tablet'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1', 'Safari · iPhone', 'phone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1', 'Safari · iPad', 'tablet'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux', 'computer'],
  ['something else', undefined, 'computer'],
  ['', undefined, 'computer'],
] // prettier-ignore
test.each(devices)('the name and the kind of the device %s are recognized', (userAgent, name, kind) => {
  expect(deviceName(userAgent)).toBe(name)
  expect(deviceKind(userAgent)).toBe(kind)
})
