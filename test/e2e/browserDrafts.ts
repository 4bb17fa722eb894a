import type { Page } from '@playwright/test'

/** The drafts in IndexedDB and all that the other storages of the browser contain, as text. */
export const storedText = (page: Page) =>
  page.evaluate(async () => {
    const resultOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB does not respond'))
      })
    const drafts: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        drafts.push(name, ...(await resultOf<unknown[]>(database.transaction(store).objectStore(store).getAll())))
      database.close()
    }
    return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), drafts])
  })
