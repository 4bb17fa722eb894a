import { createHash } from 'node:crypto'
import { escape } from '#shared/delta/html.ts'
import type { describeApi } from './openapi.ts'

type Api = Awaited<ReturnType<typeof describeApi>>
type Header = { name: string; description: string; example: string }
type Operation = {
  summary: string
  security?: unknown
  'x-permission'?: string
  requestBody?: { content: { 'application/json'?: { schema: object; example: unknown } } }
  parameters?: (Header | { $ref: string })[]
}

/** The API documentation as a page without external scripts or styles. */
export const apiPage = (api: Api) => `<!doctype html>
<html lang="en" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hukum: the API</title>
<style>${style}</style></head>
<body><main><h1>The API</h1>
<p>${escape(api.info.description)} The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${Object.entries(api.paths).map(sectionOf).join('\n')}
</main></body></html>`

function sectionOf([path, methods]: [string, object]) {
  return Object.entries(methods as Record<string, Operation>)
    .map(
      ([
        method,
        operation,
      ]) => `<section id="${escape(path)}"><h2><code>${method.toUpperCase()} /api${escape(path)}</code></h2>
<p>${escape(operation.summary)} <em>${escape(accessText(operation))}</em></p>${bodyOf(operation)}</section>`,
    )
    .join('\n')
}

const accessText = ({ security, 'x-permission': permission }: Operation) => {
  if (!security) return 'Public.'
  return permission ? `Users with ${permission}.` : 'Any signed-in user.'
}

function bodyOf({ requestBody, parameters = [] }: Operation) {
  const json = requestBody?.content['application/json']
  const headers = parameters.map(headerOf).join('')
  if (!json) return headers
  const { schema, example } = json
  return `${headers}<pre>${escape(JSON.stringify(example, null, 2))}</pre>
<details><summary>What it takes</summary><pre>${escape(JSON.stringify(schema, null, 2))}</pre></details>`
}

function headerOf(header: Header | { $ref: string }) {
  // The only header that many calls share.
  if ('$ref' in header) return '<p>It may have an <code>Idempotency-Key</code>.</p>'
  const { name, description, example } = header
  return `<p><code>${escape(name)}: ${escape(example)}</code> ${escape(description)}</p>`
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
main { max-inline-size: 60rem; margin-inline: auto; padding: 1.5rem }
section { border-block-start: 1px solid; padding-block: .5rem }
h2 { font-size: 1.05rem; margin: 0 }
pre { overflow: auto; padding: .75rem; border: 1px solid; border-radius: .4rem }`

/** Nothing but its own style, by the hash of its text. */
export const apiPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
