import { Socket } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { isLinear } from '#test/cpuTime.ts'
import { clientAddressOf, networkOf, readAddress } from './address.ts'

test.each([
  ['27.114.1.9', '27.114.1.9'],
  ['::ffff:27.114.1.9', '27.114.1.9'],
  ['fe80::1%eth0', 'fe80::1'],
  ['64::ffff:27.114.1.9', '64::ffff:27.114.1.9'],
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
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:0000:00a0:b::', '2001:0:a0:b::/64'],
])('attempts from %s count for the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  [0, '6.6.6.6, 7.7.7.7', '127.0.0.1'],
  [1, '6.6.6.6, 7.7.7.7', '7.7.7.7'],
  [2, '6.6.6.6, 7.7.7.7', '6.6.6.6'],
  [3, '6.6.6.6, 7.7.7.7', '6.6.6.6'],
  [1, undefined, '127.0.0.1'],
])('behind %i trusted proxies, the address of a client forwarded for %j is %s', async (proxies, forwarded, address) => {
  const app = fastify({ trustProxy: (_address, hop) => hop < proxies })
  app.get('/', (request) => [request.ip, clientAddressOf(request.raw, proxies)])
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  expect((await app.inject({ url: '/', headers })).json()).toEqual([address, address])
  await app.close()
})

test('the time to read a forwarded address grows with the length of its header, also behind no proxy', () => {
  for (const proxies of [0, 1])
    expect(
      isLinear(
        (blanks) => clientAddressOf({ socket: new Socket(), headers: { 'x-forwarded-for': `a${blanks}b` } }, proxies),
        ' '.repeat(10_000),
      ),
    ).toBe(true)
})
