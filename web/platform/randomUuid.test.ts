import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { randomUuid } from './randomUuid.ts'

test('a random UUID is one of version 4, also in a browser without crypto.randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) })
  expect(randomUuid()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
  vi.unstubAllGlobals()
  const uuids = [randomUuid(), randomUuid()]
  expect(z.array(z.uuidv4()).safeParse(uuids).success).toBe(true)
  expect(new Set(uuids).size).toBe(2)
})
