import { isEnvelope, openEnvelope } from '#web/platform/api/envelope.ts'
import { home } from './browser.ts'

/** Somebody else who works at another machine: what he does is done by the calls that his browser would make. */
export type Another = Awaited<ReturnType<typeof another>>

type Body = Record<string, unknown> & { data?: { id: number; version: number } & Record<string, unknown> }

export async function another(email = 'admin@hukum.test', address = home()) {
  const send = async (path: string, body: BodyInit, headers: Record<string, string>, token = '') => {
    const response = await fetch(`${address}/api/${path}`, { method: 'POST', headers, body })
    const answer: unknown = await response.json()
    const about = `POST /api/${path} ${response.status}`
    const opened = (isEnvelope(answer) ? JSON.parse(await openEnvelope(answer, { token, about })) : answer) as Body
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(opened)}`)
    return opened
  }
  const json = { 'content-type': 'application/json' }
  const { encodedToken } = await send('auth/login', JSON.stringify({ email, password: 'hukum-demo-2026' }), json)
  const token = String(encodedToken)
  const asHim = { authorization: `Bearer ${token}` }

  const call = (path: string, input: object) => send(path, JSON.stringify(input), { ...json, ...asHim }, token)
  return {
    call,
    /** Makes or changes a record; answers it as it is now. */
    save: async (path: string, input: object) => {
      const { data } = await call(path, input)
      if (!data) throw new Error(`${path} answered no row`)
      return data
    },
    upload: async (use: string, bytes: Buffer<ArrayBuffer>) => {
      const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'a.pdf', 'x-file-for': use }
      const { data } = await send(
        'files/upload',
        bytes,
        { ...headers, 'x-file-type': 'application/pdf', ...asHim },
        token,
      )
      return data
    },
  }
}
