import { expect, test } from 'vitest'
import type { z } from 'zod'
import { apiTokenInput } from './apiTokens.ts'
import { profileInput, registerInput } from './auth.ts'
import { reportErrorInput } from './errorReports.ts'
import { passkeyRenameInput } from './factors.ts'
import { createNoteInput } from './notes.ts'
import { decideHiddenInput } from './review.ts'
import { dismissWarningInput } from './warningDismissals.ts'

const lines: Record<string, z.ZodType> = {
  'the name of a registration': registerInput.shape.Fullname,
  'the name of an account': profileInput.shape.Name,
  'the name of an API token': apiTokenInput.shape.Name,
  'the name of a passkey': passkeyRenameInput.shape.Name,
  'the title of a note': createNoteInput.shape.Title,
}
const texts: Record<string, z.ZodType> = {
  'the description of a note': createNoteInput.shape.Description,
  'the reason of a decision about hidden text': decideHiddenInput.shape.reason,
  'the message of an error report': reportErrorInput.shape.Message,
  'the reason of a dismissed warning': dismissWarningInput.shape.Reason,
}

test.each(Object.entries({ ...lines, ...texts }))(
  '%s needs a visible letter, and is stored without direction marks, in one form of each letter',
  (_name, schema) => {
    for (const blank of ['', ' ', '\u200b', '\u202e \u2069', '\u3164', '\ufeff\n'])
      expect(schema.safeParse(blank).error?.issues, JSON.stringify(blank)).toHaveLength(1)
    expect(schema.parse(' \u202eAli\u2069 Cafe\u0301 ')).toBe('Ali Café')
  },
)

test.each(Object.entries({ ...lines, ...texts }))(
  '%s is stored without characters that no one sees',
  (_name, schema) => {
    expect(schema.parse('\ufeffކޯ\u00adޓު\u0007 އެއް\u200bވަނަ\u2060\u007f')).toBe('ކޯޓު އެއްވަނަ')
    expect(schema.parse('👩\u200d👧')).toBe('👩\u200d👧')
  },
)

test.each(Object.entries(lines))('%s is one line', (_name, schema) => {
  expect(schema.parse('އަޙްމަދު\r\n\tނަޝީދު\u2028')).toBe('އަޙްމަދު ނަޝީދު')
})

test.each(Object.entries(texts))('%s has its line breaks', (_name, schema) => {
  expect(schema.parse('އެއް\nދެ\n')).toBe('އެއް\nދެ')
})
