import { join } from 'node:path'
import type { BucketEnv } from '#server/config/env.ts'
import { openDiskStore } from './diskStore.ts'
import type { FileStore, StoreScanner } from './fileStore.ts'

type Options = {
  /** DATA_DIR, absolute. */
  folder: string
  scanner?: StoreScanner
  /** Called with the reason when the bucket does not do what it is asked. */
  onFailure?: (reason: string) => void
  /** The disk space in bytes that uploads leave free, where files are on disk. */
  reserve_bytes?: number | undefined
}

/** The file store of the environment: the bucket, whose packages are loaded only then, or a folder in DATA_DIR. */
export async function openFileStore(
  env: BucketEnv,
  { folder, scanner, onFailure, reserve_bytes }: Options,
): Promise<FileStore> {
  if (env.S3_BUCKET === undefined) return openDiskStore(join(folder, 'files'), { scanner, reserve_bytes })
  const { openBucketStore } = await import('./bucketStore.ts')
  return openBucketStore(env, { scanner, onFailure })
}
