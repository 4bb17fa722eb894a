import { expect, test, vi } from 'vitest'
import { createFileLinks, type FileClaims, type FileNeeds } from './fileLinks.ts'

const links = createFileLinks('A'.repeat(43))
const claims: FileClaims = { file_id: 4_294_967_297, session_id: crypto.randomUUID(), needs: 'session' }
const tokenOf = (path: string) => path.replace('/files/', '')

test.each<FileNeeds>(['session', 'own-upload', { permission: 'read-caseFiles' }, { permission: 'view-charge-status' }])(
  'a link contains the file, the session, and what it needs: %j',
  (needs) => {
    const path = links.signedUrl({ ...claims, needs })
    expect(path).toMatch(/^\/files\/[\w-]{80,110}$/)
    expect(links.verify(tokenOf(path))).toEqual({ ...claims, needs })
  },
)

test('a link expires after five minutes, not earlier', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') })
  const token = tokenOf(links.signedUrl(claims))
  vi.setSystemTime(new Date('2026-01-01T00:05:00Z'))
  expect(links.verify(token)).toEqual(claims)
  vi.setSystemTime(new Date('2026-01-01T00:05:01Z'))
  expect(links.verify(token)).toBeUndefined()
  vi.useRealTimers()
})

test('a link of another installation, or with any character changed, is rejected', () => {
  const token = tokenOf(links.signedUrl(claims))
  expect(createFileLinks('B'.repeat(43)).verify(token)).toBeUndefined()
  for (let index = 0; index < token.length; index += 1) {
    const character = token[index] === 'A' ? 'B' : 'A'
    expect(links.verify(token.slice(0, index) + character + token.slice(index + 1))).toBeUndefined()
  }
  for (const malformed of [
    '',
    'a',
    token.slice(1),
    `${token}A`,
    `${token}=`,
    `${token} `,
    `${token.slice(0, -1)}\u0661`,
  ])
    expect(links.verify(malformed)).toBeUndefined()
})
