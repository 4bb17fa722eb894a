import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { cachedCase, caseQuery, splitPictures } from './useCase.ts'

function cacheOf(versions: { details?: number; text?: number }) {
  const client = new QueryClient()
  for (const [part, version] of Object.entries(versions)) client.setQueryData(['case', 'aB3', part], { version })
  return client
}

test('the details of a case are shown in the newest version, whether it was fetched with the text or without', () => {
  expect(cachedCase(cacheOf({ details: 3, text: 2 }), 'aB3', 'details')?.version).toBe(3)
  expect(cachedCase(cacheOf({ details: 2, text: 3 }), 'aB3', 'details')?.version).toBe(3)
  expect(cachedCase(cacheOf({ text: 2 }), 'aB3', 'details')?.version).toBe(2)
})

test('the text of a case is shown with the details of its own version', () => {
  expect(cachedCase(cacheOf({ details: 3, text: 2 }), 'aB3', 'text')?.version).toBe(2)
  expect(cachedCase(cacheOf({ details: 3 }), 'aB3', 'text')?.version).toBe(3)
  expect(cachedCase(cacheOf({}), 'aB3', 'text')).toBeUndefined()
})

test('the addresses of the pictures are split from a text, so that two answers with the same text are equal', () => {
  const html = (signature: string) =>
    `<p>a<img data-file="7" src="/files/7-${signature}" alt="&quot;">b</p><img data-file="12" src="/files/12-${signature}" alt="">`
  expect(splitPictures(html('x'))).toEqual({
    html: '<p>a<img data-file="7" alt="&quot;">b</p><img data-file="12" alt="">',
    pictures: { 7: '/files/7-x', 12: '/files/12-x' },
  })
  expect(splitPictures(html('y')).html).toBe(splitPictures(html('x')).html)
})

test('an open case that was loaded is not fetched again when the browser is online again, one without data is', async () => {
  const client = cacheOf({ text: 2 })
  client.mount()
  const fetched: string[] = []
  const observe = (part: 'details' | 'text') =>
    new QueryObserver(client, {
      ...caseQuery('aB3', part === 'text', true),
      queryFn: () => Promise.reject(new Error(fetched.push(part).toString())),
      refetchOnMount: false,
      retryOnMount: false,
      retry: false,
      staleTime: 0,
    }).subscribe(() => undefined)
  const stop = [observe('details'), observe('text')]
  await new Promise((resolve) => setTimeout(resolve))
  fetched.length = 0
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await new Promise((resolve) => setTimeout(resolve))
  expect(fetched).toEqual(['details'])
  for (const one of stop) one()
  client.unmount()
})
