import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#test/memoryStorage.ts'
import { type CodeStepReference, readCodeStep, storeCodeStep } from './stepReferences.ts'

beforeEach(() => void vi.stubGlobal('sessionStorage', memoryStorage()))
afterEach(() => void vi.unstubAllGlobals())

test('a stored code step is read again', () => {
  const step = { email: 'reader@hukum.test', reference: 'r', methods: ['totp'] } satisfies CodeStepReference
  storeCodeStep('loginStep', step)
  expect(readCodeStep('loginStep')).toEqual(step)
  expect(readCodeStep('registrationStep')).toBeUndefined()
})

test.each([
  '{',
  'null',
  '1',
  '{}',
  '{"email":"a@b.mv"}',
  '{"email":1,"reference":"r"}',
  '{"email":"a","reference":"r","methods":1}',
])('a stored code step that cannot be read is as none: %s', (text) => {
  sessionStorage.setItem('loginStep', text)
  expect(readCodeStep('loginStep')).toBeUndefined()
})
