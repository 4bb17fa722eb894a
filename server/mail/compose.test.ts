import { expect, test } from 'vitest'
import { createSeals } from '#server/security/seals.ts'
import { compose } from './compose.ts'
import type { EmailContent, EmailKind, PendingEmail } from './kinds.ts'

const { seal, open } = createSeals('B'.repeat(43))
const reference = 'q0Zt3yJxkD7vNn2uHf8LwRcPSe5aB1mXoGi6TjKUdQE'
const at = '2026-11-21T14:05:09Z'
const address = '27.114.131.7'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36'

const contents: { [K in EmailKind]: EmailContent[K] } = {
  code: { for: 'login', code: seal('048213') },
  reset: { reference: seal(reference) },
  'new-account': { name: 'Reema' },
  'already-registered': {},
  'password-changed': { name: 'Reema', at, address },
  'new-sign-in': { name: 'Reema', at, address, user_agent: chrome },
  'session-ended': { name: 'Reema', address, user_agent: chrome },
  'sign-in-changed': { name: 'Reema', at, address, change: 'totp-added' },
  'role-changed': { name: 'Reema', roles: ['Editor', 'Registrar'] },
  locked: { name: 'Reema', until: at, address },
  'email-confirm': { name: 'Reema', reference: seal(reference) },
  'email-change': { name: 'Reema', email: 'new@hukum.test', reference: seal(reference) },
  'email-changed': { name: 'Reema', email: 'new@hukum.test', reference: seal(reference) },
  'first-password': { name: 'Reema', password: seal('Xk7pQ-29fTm-Lw4hR') },
}
const cases = Object.entries(contents).flatMap(([kind, content]) =>
  (['dv', 'en'] as const).map((language) => [kind, language, content] as const),
)

const composeEmail = (kind: string, language: 'dv' | 'en' | 'both', content: object, productName?: string) => {
  const email = { id: 1, kind, language, recipient: 'a@hukum.test', content } as PendingEmail
  return compose(email, { address: 'https://hukum.test', productName, open })
}
const bodyOf = (html: string) => html.slice(html.indexOf('<body')).replace(/<[^>]+>/g, ' ')

test.each(cases)(
  'the e-mail %s in %s has all its values, in the language and direction of its recipient',
  (kind, language, content) => {
    const { subject, text, html } = composeEmail(kind, language, content)
    expect(html).toContain(language === 'dv' ? '<html lang="dv" dir="rtl">' : '<html lang="en" dir="ltr">')
    expect(subject + text + bodyOf(html)).not.toMatch(/[{}]|undefined|null|NaN/)
    expect(/[\u0780-\u07b1]/u.test(subject + text + html)).toBe(language === 'dv')
    expect(text.startsWith(`${subject}\n\n`)).toBe(true)
    expect(html).toContain(`<title>${subject}</title>`)
  },
)

test.each(cases)(
  'the e-mail %s in %s loads no external resource and links to this server only',
  (kind, language, content) => {
    const { html } = composeEmail(kind, language, content)
    expect(html).not.toMatch(/<(img|script|link|iframe|form|table)\b|url\(|@import|src=/)
    for (const [, link] of html.matchAll(/href="([^"]+)"/g)) expect(link).toMatch(/^https:\/\/hukum\.test/)
  },
)

test.each(Object.entries(contents))(
  'the e-mail %s in both languages is the Dhivehi one above the English one',
  (kind, content) => {
    const { subject, text, html, codeOrLink } = composeEmail(kind, 'both', content)
    const [dv, en] = [composeEmail(kind, 'dv', content), composeEmail(kind, 'en', content)]
    expect(subject).toBe(`${dv.subject} · ${en.subject}`)
    expect(text).toBe(`${dv.text}\n${en.text}`)
    expect(html).toContain(`<title>${subject}</title>`)
    const whole = bodyOf(html).replace(/\s+/g, ' ')
    expect(whole).toBe(`${bodyOf(dv.html)} ${bodyOf(en.html)}`.replace(/\s+/g, ' '))
    expect([...html.matchAll(/<div class="ground" lang="(\w+)" dir="(\w+)"/g)].map(([, ...two]) => two)).toEqual([
      ['dv', 'rtl'],
      ['en', 'ltr'],
    ])
    expect(codeOrLink).toBe(dv.codeOrLink)
  },
)

test.each([
  ['code', '048213'],
  ['reset', `https://hukum.test/forgot-password?ref=${reference}`],
  ['email-confirm', `https://hukum.test/confirm-email?ref=${reference}`],
  ['email-change', `https://hukum.test/revert-email?ref=${reference}`],
  ['email-changed', `https://hukum.test/revert-email?ref=${reference}`],
] as const)('the e-mail %s shows its code or link as text and as HTML, left to right', (kind, codeOrLink) => {
  const message = composeEmail(kind, 'dv', contents[kind])
  expect(message.codeOrLink).toBe(codeOrLink)
  expect(message.text).toContain(`\n${codeOrLink}\n`)
  expect(message.html).toMatch(new RegExp(`dir="ltr"[^>]*>(<a[^>]*>)?${codeOrLink.replace('?', '\\?')}<`))
})

test('the e-mail of a first password shows it, and has the link to log in for those who run the server', () => {
  const message = composeEmail('first-password', 'dv', contents['first-password'])
  expect(message.text).toContain('\nXk7pQ-29fTm-Lw4hR\n')
  expect(message.html).toMatch(/dir="ltr"[^>]*>Xk7pQ-29fTm-Lw4hR</)
  expect(message.codeOrLink).toBe('https://hukum.test/login')
})

test('the e-mail of a new sign-in names its device, its address, and the time in the Maldives', () => {
  const { text } = composeEmail('new-sign-in', 'en', contents['new-sign-in'])
  expect(text).toContain('When: \u206621 November 2026, 19:05\u2069')
  expect(text).toContain('Device: \u2066Chrome on Windows\u2069')
  expect(text).toContain('Network address: \u206627.114.131.7\u2069')
})

test('the e-mail of a new sign-in from an unknown device does not repeat its user agent', () => {
  const content = { ...contents['new-sign-in'], user_agent: 'You won! Go to http://evil.test' }
  const { text, html } = composeEmail('new-sign-in', 'en', content)
  expect(text).toContain('Device: \u2066Unknown\u2069')
  expect(text + html).not.toContain('evil')
})

test('an e-mail of an installation with PRODUCT_NAME carries that name', () => {
  expect(composeEmail('new-account', 'en', contents['new-account'], 'Sharee <1>').subject).toBe('Welcome to Sharee <1>')
  expect(composeEmail('new-account', 'en', contents['new-account'], 'Sharee <1>').html).toContain('Sharee &lt;1&gt;')
})
