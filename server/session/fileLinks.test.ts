import { expect, test, vi } from 'vitest'
import { createFileLinks } from './fileLinks.ts'

const links = createFileLinks('A'.repeat(43))
const link = { file_id: 4_294_967_297, session_id: crypto.randomUUID() }
const tokenOf = (path: string) => path.replace('/files/', '')

test('a link says which file and which session, and fits into an address', () => {
  const path = links.signedUrl(link)
  expect(path).toMatch(/^\/files\/[\w-]{80}$/)
  expect(links.read(tokenOf(path))).toEqual(link)
})

test('a link ends after five minutes, not sooner', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') })
  const token = tokenOf(links.signedUrl(link))
  vi.setSystemTime(new Date('2026-01-01T00:05:00Z'))
  expect(links.read(token)).toEqual(link)
  vi.setSystemTime(new Date('2026-01-01T00:05:01Z'))
  expect(links.read(token)).toBeUndefined()
  vi.useRealTimers()
})

test('a link of another installation, or with any letter changed, is none', () => {
  const token = tokenOf(links.signedUrl(link))
  expect(createFileLinks('B'.repeat(43)).read(token)).toBeUndefined()
  for (let place = 0; place < token.length; place += 1) {
    const letter = token[place] === 'A' ? 'B' : 'A'
    expect(links.read(token.slice(0, place) + letter + token.slice(place + 1))).toBeUndefined()
  }
  for (const odd of ['', 'a', token.slice(1), `${token}A`, `${token}=`, `${token} `, `${token.slice(0, -1)}\u0661`])
    expect(links.read(odd)).toBeUndefined()
})
