import { afterEach, expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import { createDevices } from './devices.ts'

const devices = createDevices('k'.repeat(43))
const ali = { id: 1, password_hash: 'hash of Ali' }
const mariyam = { id: 2, password_hash: 'hash of Mariyam' }
const payloadOf = (cookie: string) => cookie.split('.')[0] ?? ''

afterEach(() => {
  vi.useRealTimers()
})

test('a browser is known for the accounts that have signed in with it, and for no others', () => {
  const device = devices.read(devices.write(undefined, ali))
  expect(devices.isOf(device, ali)).toBe(true)
  expect(devices.isOf(device, mariyam)).toBe(false)
  expect(devices.isOf(undefined, ali)).toBe(false)
})

test('a new password makes the browsers of an account unknown, also the first password of one without', () => {
  const device = devices.read(devices.write(undefined, ali))
  expect(devices.isOf(device, { ...ali, password_hash: 'another' })).toBe(false)
  const before = devices.read(devices.write(undefined, { id: 3, password_hash: null }))
  expect(devices.isOf(before, { id: 3, password_hash: null })).toBe(true)
  expect(devices.isOf(before, { id: 3, password_hash: 'first' })).toBe(false)
})

test('a browser keeps its id and its accounts when another signs in, each once, and the oldest one leaves', () => {
  const first = devices.read(devices.write(undefined, ali))
  const both = devices.read(devices.write(first, mariyam))
  expect(both?.id).toBe(first?.id)
  expect(both?.id).toMatch(/^[\w-]{22}$/)
  const again = devices.read(devices.write(both, { ...ali, password_hash: 'new' }))
  expect(again?.accounts.map(([id]) => id)).toEqual([1, 2])
  expect(devices.isOf(again, ali)).toBe(false)
  const full = Array.from({ length: limits.device.accounts }, (_, index) => ({
    id: 10 + index,
    password_hash: null,
  })).reduce((device, account) => devices.read(devices.write(device, account)), again)
  expect(full?.accounts.map(([id]) => id)).toEqual([14, 13, 12, 11, 10])
})

test('two browsers have different ids', () => {
  const [one, other] = [devices.write(undefined, ali), devices.write(undefined, ali)].map((cookie) =>
    devices.read(cookie),
  )
  expect(one?.id).not.toBe(other?.id)
})

test('a browser is known for a year after its last sign-in', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') })
  const cookie = devices.write(undefined, ali)
  vi.setSystemTime(new Date('2026-12-31T23:59:59Z'))
  expect(devices.isOf(devices.read(cookie), ali)).toBe(true)
  vi.setSystemTime(new Date('2027-01-01T00:00:00Z'))
  expect(devices.read(cookie)).toBeUndefined()
})

test('a cookie that this installation has not signed, or with anything changed, is of no browser', () => {
  const cookie = devices.write(undefined, ali)
  const [payload = '', signature = ''] = cookie.split('.')
  const other = devices.write(undefined, mariyam)
  expect(createDevices('m'.repeat(43)).read(cookie)).toBeUndefined()
  for (const forged of [
    undefined,
    '',
    '.',
    payload,
    `${payload}.`,
    `.${signature}`,
    `${payload}.${signature.slice(1)}`,
    `${payload}.${signature}A`,
    `${payloadOf(other)}.${signature}`,
  ])
    expect(devices.read(forged), forged).toBeUndefined()
})

test('a browser that signed in with an earlier version is still known', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-02T00:00:00Z') })
  const cookie =
    'eyJpZCI6ImVFbW1hUy1xbk1wa2NoRWpFdDUxQXciLCJ1bnRpbCI6MTc5ODc2MTYwMCwiYWNjb3VudHMiOltbMSwiejR5VTU4bFhuSl9NT1o0RyJdXX0.hFENMNmu872_il29DhwPpC02prwIAPxrZd6GaO38100'
  expect(devices.isOf(devices.read(cookie), ali)).toBe(true)
})
