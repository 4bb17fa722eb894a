import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * Keeps what Node makes of our files in `.cache`, for the next start and for the threads of the search: a start is
 * faster, and what strips the types is not loaded, which takes more memory than all of our own code. Where nothing can
 * be kept, nothing is. To be called before the rest is imported.
 */
export function keepCompiled() {
  const { directory } = enableCompileCache(join(import.meta.dirname, '../.cache/compiled'))
  if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../.cache/compiled')
}
