import { describe, expect, test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import type { Session } from '#web/session/decisions.ts'
import { admits, defaultPathOf, type Entry, entryAt, layoutOf, menuOf, navigation, titleOf } from './navigation.ts'

const guest: Session = { at: 'guest' }

function holding(...abilities: string[]): Session {
  const user = { id: 1, name: 'އަޙްމަދު', email: 'a@hukum.test', avatar: null, subscription: null }
  const decoded = { created_at: '', expires_at: '', remember: false, abilities, user }
  return { at: 'signed-in', token: 't', decoded }
}

const paths = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) => [...(entry.path === undefined ? [] : [entry.path]), ...paths(entry.children ?? [])])
const everything = new Set(paths(navigation))

describe('the menu', () => {
  test('of a guest is empty', () => {
    expect(menuOf(guest, navigation, everything)).toEqual([])
  })
  test('of a subscriber holds the search only', () => {
    expect(paths(menuOf(holding(), navigation, everything))).toEqual(['/home'])
  })
  test('drops the groups in which nothing is left', () => {
    const menu = menuOf(holding('read-courts'), navigation, everything)
    expect(menu.map(({ name }) => name)).toEqual(['cases', 'settings'])
  })
  test('of an administrator holds every resource once', () => {
    const session = holding(...resources.map(({ name }) => `read-${name}`))
    const menu = paths(menuOf(session, navigation, everything))
    expect(menu).toHaveLength(resources.length + 1)
    expect(new Set(menu).size).toBe(menu.length)
  })
  test('leaves out what is not built yet', () => {
    const session = holding('read-courts', 'read-judges')
    expect(paths(menuOf(session, navigation, new Set(['/home', '/judges'])))).toEqual(['/home', '/judges'])
  })
})

describe('an entry', () => {
  test('that needs a session asks a guest to sign in', () => {
    expect(admits(guest, { name: 'case', middleware: 'auth' })).toBe('sign-in-first')
  })
  test('for guests is closed to those who are signed in', () => {
    expect(admits(holding(), { name: 'login', middleware: 'guest' })).toBe('signed-in-already')
  })
  test('with a permission opens to those who hold it', () => {
    expect(admits(holding('read-courts'), { name: 'courts', permission: 'read-courts' })).toBe('welcome')
    expect(admits(holding(), { name: 'courts', permission: 'read-courts' })).toBe('not-allowed')
  })
  test('with an unpermission opens to those who lack it', () => {
    expect(admits(holding('read-courts'), { name: 'home', unpermission: 'read-courts' })).toBe('not-allowed')
    expect(admits(holding(), { name: 'home', unpermission: 'read-courts' })).toBe('welcome')
  })
})

test('the home page has the side menu for those who work on case files', () => {
  const staff = holding('read-caseFiles')
  expect(layoutOf(entryAt('/home', staff), staff)).toBe('main')
  expect(layoutOf(entryAt('/home', holding()), holding())).toBe('alternate')
  expect(layoutOf(entryAt('/courts', staff), staff)).toBe('main')
})

test('the root leads to the default route of the session', () => {
  expect(defaultPathOf(guest)).toBe('/login')
  expect(defaultPathOf(holding())).toBe('/home')
  expect(defaultPathOf(holding('read-caseFiles'))).toBe('/home')
})

test('a title stands before the name of the product', () => {
  expect(titleOf('Courts', 'Hukum')).toBe('Courts | Hukum')
  expect(titleOf(undefined, 'Hukum')).toBe('Hukum')
})
