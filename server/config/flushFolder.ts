import { open } from 'node:fs/promises'

/** Makes the names in a folder durable (fsync): a new, renamed or removed file survives a power failure. */
export async function flushFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
