import { expect, test } from 'vitest'
import { isFindShortcut, isSaveOrPrint, isAllowedKey, blockedAction } from './useProtection.ts'

const plain = (key: string) => ({ key, ctrlKey: false, metaKey: false })
const control = (key: string, code = '') => ({ key, code, ctrlKey: true, metaKey: false })
const command = (key: string) => ({ key, ctrlKey: false, metaKey: true })

test.each(['Tab', 'Escape', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ', 'F5', 'Shift'])(
  '%s is allowed in a protected text',
  (key) => expect(isAllowedKey(plain(key), 'text')).toBe(true),
)

test.each(['a', 'ކ', 'F12', 'PrintScreen', 'ContextMenu', 'Enter', 'Insert'])(
  '%s is blocked in a protected text',
  (key) => expect(isAllowedKey(plain(key), 'text')).toBe(false),
)

test('select all and copy are blocked in a protected text', () => {
  expect(isAllowedKey(control('a'), 'text')).toBe(false)
  expect(isAllowedKey(control('c'), 'text')).toBe(false)
  expect(isAllowedKey(command('c'), 'text')).toBe(false)
})

test('zooming is allowed in a protected text', () => {
  expect(isAllowedKey(control('+'), 'text')).toBe(true)
  expect(isAllowedKey(control('-'), 'text')).toBe(true)
  expect(isAllowedKey(plain('+'), 'text')).toBe(false)
})

test('Enter is allowed on a focused button of a protected text', () => {
  expect(isAllowedKey(plain('Enter'), 'control')).toBe(true)
  expect(isAllowedKey(plain('c'), 'control')).toBe(false)
})

test('typing and pasting are allowed in a field of the reader, printing and saving are not', () => {
  expect(isAllowedKey(plain('ކ'), 'field')).toBe(true)
  expect(isAllowedKey(control('v'), 'field')).toBe(true)
  expect(isAllowedKey(control('p'), 'field')).toBe(false)
  expect(isAllowedKey(control('s'), 'field')).toBe(false)
})

test('Ctrl+P and Ctrl+S are recognized on a Thaana keyboard', () => {
  expect(isSaveOrPrint(control('ޕ', 'KeyP'))).toBe(true)
  expect(isSaveOrPrint(control('ސ', 'KeyS'))).toBe(true)
  expect(isSaveOrPrint(plain('p'))).toBe(false)
})

test('Ctrl+F is recognized on every keyboard', () => {
  expect(isFindShortcut(control('f'))).toBe(true)
  expect(isFindShortcut(control('ފ', 'KeyF'))).toBe(true)
  expect(isFindShortcut(command('f'))).toBe(true)
  expect(isFindShortcut(plain('f'))).toBe(false)
})

test('an attempt to copy or to print is reported by its action', () => {
  expect(blockedAction(control('c'))).toBe('copy')
  expect(blockedAction(control('ކ', 'KeyX'))).toBe('copy')
  expect(blockedAction(control('p'))).toBe('print')
  expect(blockedAction(plain('c'))).toBe(undefined)
  expect(blockedAction(control('a'))).toBe(undefined)
})
