import { randomInt } from 'node:crypto'
import { isEnvelope, openEnvelope } from '#web/platform/api/envelope.ts'

/** The password of the demo users. */
export const demoPassword = 'hukum-demo-2026'

/** A unique word for a record, without digits: tests look for numbers next to it. */
export const newWord = () => `zq${String(randomInt(1e9)).replace(/\d/g, (digit) => 'bcdfghjklm'.charAt(Number(digit)))}`

/** A user who works through the API, as a browser elsewhere would. */
export type ApiUser = Awaited<ReturnType<typeof signInApiUser>>

/** Whether a session still lives: a test may have changed its user, or signed it in once too often. */
export async function isAlive(address: string, { token }: Pick<ApiUser, 'token'>) {
  const { ok } = await fetch(`${address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  return ok
}

const pdfFile = { name: 'a.pdf', type: 'application/pdf' }

type Body = Record<string, unknown> & { data?: { id: number; version: number } & Record<string, unknown> }

export async function signInApiUser(
  { address }: { address: string },
  email = 'admin@hukum.test',
  { password = demoPassword, remember = false } = {},
) {
  const send = async (path: string, body: BodyInit, headers: Record<string, string>, token = '') => {
    const response = await fetch(`${address}/api/${path}`, { method: 'POST', headers, body })
    const answer: unknown = await response.json()
    const about = `POST /api/${path} ${response.status}`
    const opened = (isEnvelope(answer) ? JSON.parse(await openEnvelope(answer, { token, about })) : answer) as Body
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(opened)}`)
    return opened
  }
  const json = { 'content-type': 'application/json' }
  const { encodedToken } = await send('auth/login', JSON.stringify({ email, password, remember }), json)
  const token = String(encodedToken)
  const authorization = { authorization: `Bearer ${token}` }

  const call = (path: string, input: object) => send(path, JSON.stringify(input), { ...json, ...authorization }, token)
  return {
    token,
    call,
    /** Creates or changes a record and returns its row. */
    save: async (path: string, input: object) => {
      const { data } = await call(path, input)
      if (!data) throw new Error(`${path} returned no row`)
      return data
    },
    upload: async (use: string, bytes: Buffer, { name, type } = pdfFile) => {
      const headers = {
        'content-type': 'application/octet-stream',
        'x-file-name': name,
        'x-file-for': use,
        'x-file-type': type,
      }
      const { data } = await send('files/upload', new Uint8Array(bytes), { ...headers, ...authorization }, token)
      return data
    },
  }
}
