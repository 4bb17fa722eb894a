import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { freePort } from './processes.ts'

export type BucketServer = Awaited<ReturnType<typeof openBucketServer>>

/** The S3-compatible server versitygw, by VERSITYGW or from the PATH; undefined where it is absent. */
export const versitygw = [process.env['VERSITYGW'] ?? '', ...foldersOfPath()].find(isProgram)

/** For the names of tests that are skipped without it. */
export const bucketName =
  versitygw === undefined ? 'a bucket (skipped: there is no versitygw)' : 'a bucket of versitygw'

function foldersOfPath() {
  return (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'versitygw'))
}

function isProgram(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return path !== ''
  } catch {
    return false
  }
}

/** The settings of the bucket behind a port. */
export const bucketEnvOf = (port: number) => ({
  S3_BUCKET: 'files',
  S3_PREFIX: 'hukum/',
  S3_ENDPOINT: `http://127.0.0.1:${port}`,
  S3_ACCESS_KEY_ID: 'tester',
  S3_SECRET_ACCESS_KEY: 'a secret of the tests',
})

/** Starts versitygw on a folder of its own, with an empty bucket. */
export async function openBucketServer() {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-bucket-'))
  for (const name of ['objects', 'metadata']) mkdirSync(join(folder, name))
  const port = await freePort()
  const env = bucketEnvOf(port)
  const keys = ['--access', env.S3_ACCESS_KEY_ID, '--secret', env.S3_SECRET_ACCESS_KEY]
  const common = ['--port', `127.0.0.1:${port}`, ...keys, '--quiet', '--keep-alive']
  const store = ['posix', '--sidecar', join(folder, 'metadata'), join(folder, 'objects')]
  const child = spawn(versitygw ?? 'versitygw', [...common, ...store], { stdio: 'ignore' })
  const credentials = { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
  const client = new S3Client({ endpoint: env.S3_ENDPOINT, region: 'us-east-1', forcePathStyle: true, credentials })
  const Bucket = env.S3_BUCKET
  const isReady = () =>
    client.send(new CreateBucketCommand({ Bucket })).then(
      () => true,
      () => false,
    )
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50))
  return {
    port,
    env,
    /** The keys of all objects but the mark of the owner. */
    keys: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      return Contents.map(({ Key = '' }) => Key).filter((key) => key !== 'hukum/library')
    },
    /** The number of multipart uploads that were neither completed nor aborted. */
    multiparts: async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.length ?? 0,
    /** Replaces an object, as someone does who has the keys. */
    replace: (key: string, text: string) => client.send(new PutObjectCommand({ Bucket, Key: key, Body: text })),
    close: async () => {
      client.destroy()
      const exits = once(child, 'exit')
      child.kill('SIGKILL')
      await exits
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
