import Pusher from 'pusher'
import { expect, test } from 'vitest'
import { isChannelSignatureValid, liveKeysOf, signChannel } from './signing.ts'

/** The worked example of Pusher's documentation. */
const documented = { key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' }

test('the documented example is signed as documented', () => {
  expect(signChannel(documented, { socket_id: '1234.1234', channel: 'private-foobar' })).toBe(
    '278d425bdf160c739803:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
  )
})

test('a channel authorization has the signature of the official server library, with and without user data', () => {
  const official = new Pusher({ appId: '1', cluster: 'x', ...documented })
  const userData = { user_id: '10', user_info: { name: 'ޢަލީ' } }
  for (const data of [undefined, userData]) {
    const channel = data ? 'presence-foobar' : 'private-foobar'
    const { auth, channel_data } = official.authorizeChannel('1234.1234', channel, data)
    expect(signChannel(documented, { socket_id: '1234.1234', channel, channel_data })).toBe(auth)
  }
})

test('a signature is valid for one socket, one channel, and one text', () => {
  const request = { socket_id: '1.1', channel: 'private-User.1', channel_data: '{}' }
  const auth = signChannel(documented, request)
  expect(isChannelSignatureValid(documented, request, auth)).toBe(true)
  for (const other of [
    { socket_id: '1.2' },
    { channel: 'private-User.2' },
    { channel_data: '{ }' },
    { channel_data: undefined },
  ])
    expect(isChannelSignatureValid(documented, { ...request, ...other }, auth), JSON.stringify(other)).toBe(false)
  expect(isChannelSignatureValid({ ...documented, secret: 'another' }, request, auth)).toBe(false)
  for (const bad of ['', ':', auth.slice(1), auth.toUpperCase(), `${auth} `])
    expect(isChannelSignatureValid(documented, request, bad)).toBe(false)
})

test('keys differ between installations and are stable within one', () => {
  expect(liveKeysOf('k'.repeat(43))).toEqual(liveKeysOf('k'.repeat(43)))
  expect(liveKeysOf('k'.repeat(43)).key).not.toBe(liveKeysOf('B'.repeat(43)).key)
})

test('the live keys are those of an earlier version, so that open pages stay connected through an upgrade', () => {
  expect(liveKeysOf('k'.repeat(43))).toEqual({
    key: '054c04367f0f85816a2e',
    secret: 'c286ad81e676a8b94c46abcc458428ce5919405d3f97dd810ca2793a116f754f',
  })
})
