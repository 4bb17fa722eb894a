import { describe, expect, test } from 'vitest'
import { resources } from '#shared/resources/index.ts'
import type { Session } from '#web/platform/session/decisions.ts'
import { checkAccess, defaultPathOf, type Entry, entryAt, layoutOf, menuOf, navigation, titleOf } from './navigation.ts'

const guest: Session = { at: 'guest' }

function sessionWith(...abilities: string[]): Session {
  const user = { id: 1, name: 'އަޙްމަދު', email: 'a@hukum.test', avatar: null, subscription: null }
  const decoded = { created_at: '', expires_at: '', remember: false, abilities, user }
  return { at: 'signed-in', token: 't', decoded }
}

const paths = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) => [...(entry.path === undefined ? [] : [entry.path]), ...paths(entry.children ?? [])])
const allPaths = new Set(paths(navigation))

describe('menuOf', () => {
  test('the menu of a guest is empty', () => {
    expect(menuOf(guest, navigation, allPaths)).toEqual([])
  })
  test('the menu of a subscriber has the search only', () => {
    expect(paths(menuOf(sessionWith(), navigation, allPaths))).toEqual(['/home'])
  })
  test('groups without entries are left out of the menu', () => {
    const menu = menuOf(sessionWith('read-courts'), navigation, allPaths)
    expect(menu.map(({ name }) => name)).toEqual(['cases', 'settings'])
  })
  test('the menu of an administrator has every resource once', () => {
    const session = sessionWith(...resources.map(({ name }) => `read-${name}`))
    const menu = paths(menuOf(session, navigation, allPaths))
    expect(menu).toHaveLength(resources.length + 1)
    expect(new Set(menu).size).toBe(menu.length)
  })
  test('entries without a route are left out of the menu', () => {
    const session = sessionWith('read-courts', 'read-judges')
    expect(paths(menuOf(session, navigation, new Set(['/home', '/judges'])))).toEqual(['/home', '/judges'])
  })
})

test('no two entries of the menu share an icon', () => {
  const session = sessionWith(...resources.map(({ name }) => `read-${name}`), 'view-searches')
  const links = menuOf(session, navigation, allPaths).flatMap(({ children = [] }) => children)
  const icons = links.map(({ icon }) => icon)
  expect(links.length).toBe(resources.length + 2)
  expect(icons.filter((icon, index) => icons.indexOf(icon) !== index)).toEqual([])
})

describe('checkAccess', () => {
  test('an entry that needs a session asks a guest to sign in', () => {
    expect(checkAccess(guest, { name: 'case', middleware: 'auth' })).toBe('sign-in-first')
  })
  test('an entry for guests is refused to a signed-in user', () => {
    expect(checkAccess(sessionWith(), { name: 'login', middleware: 'guest' })).toBe('signed-in-already')
  })
  test('an entry with a permission is allowed only with that permission', () => {
    expect(checkAccess(sessionWith('read-courts'), { name: 'courts', permission: 'read-courts' })).toBe('allowed')
    expect(checkAccess(sessionWith(), { name: 'courts', permission: 'read-courts' })).toBe('not-allowed')
  })
  test('an entry with an unpermission is allowed only without that permission', () => {
    expect(checkAccess(sessionWith('read-courts'), { name: 'home', unpermission: 'read-courts' })).toBe('not-allowed')
    expect(checkAccess(sessionWith(), { name: 'home', unpermission: 'read-courts' })).toBe('allowed')
  })
})

test('the home page has the side menu for users who can read case files', () => {
  const staff = sessionWith('read-caseFiles')
  expect(layoutOf(entryAt('/home', staff), staff)).toBe('main')
  expect(layoutOf(entryAt('/home', sessionWith()), sessionWith())).toBe('alternate')
  expect(layoutOf(entryAt('/courts', staff), staff)).toBe('main')
})

test('the root path redirects to the default path of the session', () => {
  expect(defaultPathOf(guest)).toBe('/login')
  expect(defaultPathOf(sessionWith())).toBe('/home')
  expect(defaultPathOf(sessionWith('read-caseFiles'))).toBe('/home')
})

test('a title precedes the product name', () => {
  expect(titleOf('Courts', 'Hukum')).toBe('Courts | Hukum')
  expect(titleOf(undefined, 'Hukum')).toBe('Hukum')
})
