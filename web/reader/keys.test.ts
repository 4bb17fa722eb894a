import { expect, test } from 'vitest'
import { isFinding, isSavingOrPrinting, mayPass, refusedBy } from './keys.ts'

const plain = (key: string) => ({ key, ctrlKey: false, metaKey: false })
const control = (key: string, code = '') => ({ key, code, ctrlKey: true, metaKey: false })
const command = (key: string) => ({ key, ctrlKey: false, metaKey: true })

test.each(['Tab', 'Escape', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ', 'F5', 'Shift'])(
  '%s reads on, so it passes',
  (key) => expect(mayPass(plain(key), 'text')).toBe(true),
)

test.each(['a', 'ކ', 'F12', 'PrintScreen', 'ContextMenu', 'Enter', 'Insert'])('%s is stopped in the text', (key) =>
  expect(mayPass(plain(key), 'text')).toBe(false),
)

test('selecting all and copying are stopped in the text', () => {
  expect(mayPass(control('a'), 'text')).toBe(false)
  expect(mayPass(control('c'), 'text')).toBe(false)
  expect(mayPass(command('c'), 'text')).toBe(false)
})

test('letters may be made larger', () => {
  expect(mayPass(control('+'), 'text')).toBe(true)
  expect(mayPass(control('-'), 'text')).toBe(true)
  expect(mayPass(plain('+'), 'text')).toBe(false)
})

test('Enter uses a footnote or a case number, where one has the focus', () => {
  expect(mayPass(plain('Enter'), 'control')).toBe(true)
  expect(mayPass(plain('c'), 'control')).toBe(false)
})

test('words are typed and pasted into the field of the find bar, but nothing is printed from there', () => {
  expect(mayPass(plain('ކ'), 'field')).toBe(true)
  expect(mayPass(control('v'), 'field')).toBe(true)
  expect(mayPass(control('p'), 'field')).toBe(false)
  expect(mayPass(control('s'), 'field')).toBe(false)
})

test('a keyboard set to Thaana neither prints nor saves', () => {
  expect(isSavingOrPrinting(control('ޕ', 'KeyP'))).toBe(true)
  expect(isSavingOrPrinting(control('ސ', 'KeyS'))).toBe(true)
  expect(isSavingOrPrinting(plain('p'))).toBe(false)
})

test('finding is Ctrl+F on every keyboard', () => {
  expect(isFinding(control('f'))).toBe(true)
  expect(isFinding(control('ފ', 'KeyF'))).toBe(true)
  expect(isFinding(command('f'))).toBe(true)
  expect(isFinding(plain('f'))).toBe(false)
})

test('whoever tries to copy or to print is told that it is not allowed', () => {
  expect(refusedBy(control('c'))).toBe('copy')
  expect(refusedBy(control('ކ', 'KeyX'))).toBe('copy')
  expect(refusedBy(control('p'))).toBe('print')
  expect(refusedBy(plain('c'))).toBe(undefined)
  expect(refusedBy(control('a'))).toBe(undefined)
})
