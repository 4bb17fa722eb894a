import { expect, test } from 'vitest'
import { networkOf, readAddress } from './address.ts'

test.each([
  ['27.114.1.9', '27.114.1.9'],
  ['::ffff:27.114.1.9', '27.114.1.9'],
  ['fe80::1%eth0', 'fe80::1'],
  ['2001:db8::5', '2001:db8::5'],
  ["1.2.3.4'; drop table sessions", '0.0.0.0'],
  ['', '0.0.0.0'],
  [undefined, '0.0.0.0'],
])('the address %j is normalized to %j', (raw, expected) => {
  expect(readAddress(raw)).toBe(expected)
})

test.each([
  ['27.114.1.9', '27.114.1.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::99', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('attempts from %s count for the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
