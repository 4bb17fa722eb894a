import { expect, test } from 'vitest'
import { signedQuery } from './signedCall.ts'

/** The worked example of Pusher's documentation. */
const keys = { key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' }
const call = {
  method: 'POST' as const,
  path: '/apps/3/events',
  body: '{"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}',
}
const documentedAt = 1353088179

test('the example call of the Pusher documentation gets the documented signature', () => {
  expect(Object.fromEntries(signedQuery(keys, call, documentedAt))).toEqual({
    auth_key: '278d425bdf160c739803',
    auth_timestamp: '1353088179',
    auth_version: '1.0',
    body_md5: 'ec365a775a4cd0599faeb73354201b6f',
    auth_signature: 'da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
  })
})
