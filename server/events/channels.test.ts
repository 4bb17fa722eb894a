import { expect, test } from 'vitest'
import { mayJoin, readChannel } from './channels.ts'

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
