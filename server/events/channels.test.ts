import { expect, test } from 'vitest'
import { analysis } from '#shared/resources/analysis.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { courts } from '#shared/resources/courts.ts'
import { users } from '#shared/resources/users.ts'
import { filtersOf, listsOf, mayJoin, readChannel } from './channels.ts'

const mayJoinWith = (name: string, ...abilities: string[]) => {
  const channel = readChannel(name)
  return channel && mayJoin(channel, { user_id: 1, abilities })
}

test('the channel of choices is for users whose form or filter offers them', () => {
  for (const permission of ['read-judges', 'create-caseFiles', 'update-caseFiles'])
    expect(mayJoinWith('private-Judge-Select', permission)).toBe(true)
  expect(mayJoinWith('private-Judge-Select', 'read-caseFiles')).toBe(false)
  expect(mayJoinWith('private-Court-Select', 'read-caseFiles')).toBe(true)
})

test.each([
  ['private-User-Select', 'read-analysis'],
  ['private-User-Select', 'update-analysis'],
  ['private-Analysis-Select', 'update-caseFiles'],
  ['private-CaseFile-Select', 'update-analysis'],
  ['private-CaseFile-Select', 'read-phrases'],
  ['private-Role-Select', 'read-users'],
])('the channel %s, whose rows no form offers to users with %s, is refused to them', (name, permission) => {
  expect(mayJoinWith(name, permission)).toBe(false)
})

test('the channel of a user is for that user alone', () => {
  const everything = ['read-users', 'update-users']
  expect(mayJoinWith('private-User.1', ...everything)).toBe(true)
  expect(mayJoinWith('private-User.1')).toBe(true)
  expect(mayJoinWith('private-User.2', ...everything)).toBe(false)
})

test.each(['private-Court-Primary', 'private-Court-Present', 'presence-Court.7'])(
  'the channel %s is for users who may read courts',
  (name) => {
    expect(mayJoinWith(name, 'read-courts')).toBe(true)
    expect(mayJoinWith(name, 'create-courts', 'update-courts', 'read-judges')).toBe(false)
  },
)

test('an open case is joined by every user, because the database has who may read it', () => {
  expect(readChannel('private-Case.3xK9mQ2p')).toEqual({
    kind: 'Case',
    name: 'private-Case.3xK9mQ2p',
    reference: '3xK9mQ2p',
  })
  expect(mayJoinWith('private-Case.3xK9mQ2p')).toBe(true)
})

test.each([
  ['private-Court-Primary', { kind: 'Primary', filters: [] }],
  ['private-CaseFile-Primary.12', { kind: 'Primary', filters: ['12'] }],
  ['private-CaseFile-Primary.12.1', { kind: 'Primary', filters: ['12', '1'] }],
  ['private-User-Primary.0', { kind: 'Primary', filters: ['0'] }],
  ['private-Analysis-Primary.1.Pending', { kind: 'Primary', filters: ['1', 'Pending'] }],
  ['private-Court-Select', { kind: 'Select' }],
  ['private-Court-Present', { kind: 'Present' }],
  ['presence-CaseFile.123456789012345', { kind: 'Record', id: 123_456_789_012_345 }],
  ['private-User.12', { kind: 'User', id: 12 }],
])('the name %s is that of a channel', (name, channel) => {
  expect(readChannel(name)).toMatchObject({ ...channel, name })
})

test.each([
  'private-Nothing-Primary',
  'private-Nothing-Select',
  'private-Nothing-Present',
  'presence-Nothing.1',
  'private-courts-Primary',
  'private-Court-Primary.1',
  'private-Court-Select.1',
  'private-CaseFile-Primary',
  'private-CaseFile-Primary.0',
  'private-CaseFile-Primary.01',
  'private-CaseFile-Primary.x1',
  'private-CaseFile-Primary.1x',
  'private-CaseFile-Primary.1234567890123456',
  'private-CaseFile-Primary.12.2',
  'private-CaseFile-Primary.12.1.1',
  'private-User-Primary.true',
  'private-Analysis-Primary.1.Lost',
  'private-Analysis-Primary.1.',
  'private-User.0',
  'private-User.',
  'private-User.1.1',
  'presence-CaseFile.0',
  'presence-CaseFile.1x',
  'presence-CaseFile',
  'private-Case.0OIl0OIl',
  'private-Case.short',
  'private-Case.3xK9mQ2p.1',
  'public-Court-Primary',
  'x-private-Court-Primary',
  'x-private-Court-Present',
  'x-private-User.1',
  'x-presence-CaseFile.1',
  'x-private-Case.3xK9mQ2p',
  'private-Court-Present.1',
  'private-Court',
  '',
])('the name %j is that of no channel', (name) => {
  expect(readChannel(name)).toBeUndefined()
})

test('a row is in the channel of each list that its filters select', () => {
  const row = { id: 1, court: { id: 12, name: 'Supreme Court' }, published: true, status: 'Pending' }
  expect(filtersOf(caseFiles, row)).toEqual(['12', '1'])
  expect(filtersOf(caseFiles, { court: 12, published: false })).toEqual(['12', '0'])
  expect(filtersOf(analysis, row)).toEqual(['12', 'Pending'])
  expect(filtersOf(courts, row)).toEqual([])
  expect(listsOf(caseFiles, ['12', '1'])).toEqual(['private-CaseFile-Primary.12', 'private-CaseFile-Primary.12.1'])
  expect(listsOf(users, ['1'])).toEqual(['private-User-Primary.1'])
  expect(listsOf(courts, [])).toEqual(['private-Court-Primary'])
})
