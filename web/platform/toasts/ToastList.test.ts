import { notifications, notificationsStore } from '@mantine/notifications'
import { beforeEach, expect, test } from 'vitest'
import { openToast } from './ToastList.tsx'

type Shown = {
  role: string | undefined
  lang: string | undefined
  props: { text: string; action?: { run: () => void } }
}

const visible = () =>
  notificationsStore.getState().notifications.map(({ message, role, lang }): Shown => {
    const { props } = message as { props: Shown['props'] }
    return { role, lang, props }
  })
const texts = () => visible().map(({ props }) => props.text)

beforeEach(() => notifications.clean())

test('a toast that is already visible is not shown twice', () => {
  openToast('bad', 'one')
  openToast('bad', 'one')
  openToast('bad', 'two')
  openToast('good', 'one')
  expect(texts()).toEqual(['one', 'two', 'one'])
})

test('an empty text shows no toast', () => {
  openToast('good', '')
  expect(texts()).toEqual([])
})

test('a toast that was closed is shown again', () => {
  openToast('good', 'one')
  notifications.hide(notificationsStore.getState().notifications[0]?.id ?? '')
  openToast('good', 'one')
  expect(texts()).toEqual(['one'])
})

test('of two equal toasts with an action only the later one is shown', () => {
  const undone: string[] = []
  openToast('good', 'saved', { label: 'undo', run: () => undone.push('first') })
  openToast('good', 'saved', { label: 'undo', run: () => undone.push('second') })
  expect(texts()).toEqual(['saved'])
  visible()[0]?.props.action?.run()
  expect(undone).toEqual(['second'])
})

test('an error toast is announced as an alert, and a toast has the language of its script', () => {
  openToast('bad', 'Saved')
  openToast('good', 'ރައްކާކުރެވިއްޖެ')
  expect(visible()).toMatchObject([
    { role: 'alert', lang: 'en' },
    { role: 'none', lang: 'dv' },
  ])
})
