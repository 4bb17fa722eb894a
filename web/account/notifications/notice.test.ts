import { expect, test } from 'vitest'
import { type Notification, type NotificationKind, notificationKinds } from '#shared/calls/notifications.ts'
import { noticeOf } from './notice.ts'

const at = { id: 1, createdAt: '2026-03-01T00:00:00.000Z', read: false }
const notifications: Record<NotificationKind, Notification> = {
  'analysis-finished': { ...at, kind: 'analysis-finished', data: { id: 4, name: '7/2020' } },
  'analysis-failed': { ...at, kind: 'analysis-failed', data: { id: 4, name: '7/2020' } },
  'case-changed': { ...at, kind: 'case-changed', data: { id: 5, name: '1/Cv-C/2020', by: 'Aishath' } },
  'case-deleted': { ...at, kind: 'case-deleted', data: { name: '1/Cv-C/2020', by: 'Aishath' } },
  'roles-changed': { ...at, kind: 'roles-changed', data: { roles: ['Editor', 'Registrar'] } },
  'role-changed': { ...at, kind: 'role-changed', data: { role: 'Editor' } },
  'subscription-ending': { ...at, kind: 'subscription-ending', data: { name: 'Yearly', ends_on: '2026-03-12' } },
  mentioned: { ...at, kind: 'mentioned', data: { id: 5, name: '1/Cv-C/2020', by: 'Ali' } },
  'error-reported': {
    ...at,
    kind: 'error-reported',
    data: { reference: '2w5ZhPqVnR8k', paragraph: 3, name: '1/Cv-C/2020', by: 'Ali' },
  },
  'session-ended': { ...at, kind: 'session-ended', data: { device: 'Chrome · Windows', most: 10 } },
}
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')

test.each(Object.keys(notificationKinds) as NotificationKind[])(
  'a notification of kind %s has texts in both languages',
  (kind) => {
    const [dv, en] = [noticeOf(notifications[kind], 'dv'), noticeOf(notifications[kind], 'en')]
    expect(dv.title).toMatch(/\p{Script=Thaana}/u)
    expect(dv.title).not.toMatch(/\p{Script=Latin}/u)
    expect(en.title).toMatch(/^[A-Z]/)
    expect(en.title + en.desc).not.toMatch(/\p{Script=Thaana}|undefined/u)
  },
)

test.each<[NotificationKind, string | undefined]>([
  ['analysis-finished', '/analysis?view=4'],
  ['analysis-failed', '/analysis?view=4'],
  ['case-changed', '/caseFiles?view=5'],
  ['mentioned', '/caseFiles?view=5'],
  ['error-reported', '/case?ref=2w5ZhPqVnR8k&tab=text&p=3'],
  ['case-deleted', undefined],
  ['roles-changed', '/account'],
  ['role-changed', '/account'],
  ['subscription-ending', '/account'],
  ['session-ended', '/account'],
])('a notification of kind %s links to %s', (kind, link) => {
  expect(noticeOf(notifications[kind], 'en').link).toBe(link)
})

test('notification texts format dates in the language of the user and isolate names', () => {
  expect(plain(noticeOf(notifications['subscription-ending'], 'en').desc)).toBe('Yearly · 12 March 2026')
  expect(noticeOf(notifications['subscription-ending'], 'dv').desc).toMatch(/\p{Script=Thaana}/u)
  expect(plain(noticeOf(notifications['case-changed'], 'en').desc)).toBe('1/Cv-C/2020 · Aishath')
  expect(noticeOf(notifications['case-changed'], 'dv').desc).toContain('\u20661/Cv-C/2020\u2069')
})
