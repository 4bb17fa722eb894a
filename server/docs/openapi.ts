import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { type Endpoint, type Endpoints, requiredPermissions } from '#server/endpoint/endpoint.ts'
import { idempotencyKeyPattern } from '#server/http/idempotency.ts'
import { apiTokenScopes, scopePermits } from '#shared/apiTokenScopes.ts'
import { apiErrors } from '#shared/messages.ts'
import { exampleOf, type Schema } from './example.ts'
import { upload, uploadPart } from './upload.ts'

/** The whole API in OpenAPI 3.1, generated from the endpoints: each in a turn of the event loop of its own. */
export async function describeApi(endpoints: Endpoints) {
  const paths: Record<string, ReturnType<typeof describeEndpoint>> = {}
  for (const [path, endpoint] of Object.entries(endpoints)) {
    await nextTurn()
    paths[`/${path}`] = describeEndpoint(path, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hukum',
      version: '1',
      description:
        'A response to an active session comes in an envelope that its token opens: docs/api.md has the envelope and a client of thirty lines.',
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The encodedToken of a log-in.' },
        token: { type: 'http', scheme: 'bearer', description: 'A personal API token with one of the scopes.' },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      schemas: { Success: success, Refusal: apiError, Envelope: envelope },
      responses: {
        Success: responseOf('Done.', 'Success'),
        Refusal: responseOf('Rejected, with a code and a sentence.', 'Refusal'),
      },
    },
    paths: {
      ...paths,
      '/files/upload': { post: { ...upload, responses } },
      '/files/upload/part': { post: { ...uploadPart, responses } },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'New for each save: a repeated save with the same key gets the same answer, and changes nothing again.',
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
  example: 'b0f3a1c2-5c0e-4f0a-9d55-2f3f5a1c7e10',
}

const success = {
  type: 'object',
  required: ['Status', 'Message'],
  properties: { Status: { const: 'success' }, Message: { type: 'string' } },
}

const base64url = { type: 'string', pattern: '^[A-Za-z0-9_-]+$' }

const envelope = {
  type: 'object',
  description: 'A Success or a Refusal, encrypted with the token of the call: docs/api.md says how it is opened.',
  required: ['v', 'z', 's', 'iv', 'ct'],
  properties: { v: { const: 1 }, z: { enum: [0, 1] }, s: base64url, iv: base64url, ct: base64url },
}

const apiError = {
  type: 'object',
  required: ['Status', 'Message', 'code', 'payload'],
  properties: {
    Status: { const: 'error' },
    Message: { type: 'string' },
    code: { enum: Object.keys(apiErrors) },
    payload: {
      type: 'object',
      required: ['errors'],
      properties: { errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } } },
    },
  },
}

function describeEndpoint(path: string, { method, about, access, scopes, input, isSave }: Endpoint) {
  const schema = schemaOf(input)
  return {
    [method === 'GET' ? 'get' : 'post']: {
      operationId: path.replaceAll('/', '_'),
      tags: [path.split('/')[0]],
      summary: about,
      ...(access !== 'public' && { security: securityOf({ access, scopes }) }),
      ...(typeof access === 'object' && { 'x-permission': requiredPermissions(access).join(' or ') }),
      ...(isSave && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
      ...(method !== 'GET' && {
        // A call without a body is one with an empty object.
        requestBody: {
          required: !input.safeParse({}).success,
          content: { 'application/json': { schema, example: exampleOf(schema) } },
        },
      }),
      responses,
    },
  }
}

/** A session, or a personal API token with the scopes of the call, or with any one that lets a permission of it through. */
function securityOf({ access, scopes = [] }: { access: Endpoint['access']; scopes: Endpoint['scopes'] }) {
  const permissions = typeof access === 'object' ? requiredPermissions(access) : []
  const permitting = apiTokenScopes.filter((one) => permissions.some((permission) => scopePermits(one, permission)))
  const tokens = [...(scopes.length > 0 ? [scopes] : []), ...permitting.map((one) => [one])]
  return [{ session: [] }, ...tokens.map((token) => ({ token }))]
}

/** The body as it is, or in an envelope: also a public call that carries the token of a session gets one. */
function responseOf(description: string, schema: 'Success' | 'Refusal') {
  const bodies = [schema, 'Envelope'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  return { description, content: { 'application/json': { schema: { oneOf: bodies } } } }
}

const responses = {
  200: { $ref: '#/components/responses/Success' },
  default: { $ref: '#/components/responses/Refusal' },
}

/** The JSON Schema of an input. Checks beyond a schema (two days in order, a text in use) are left out. */
function schemaOf(input: z.ZodType): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return schema as Schema
}
