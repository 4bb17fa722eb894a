type Operation = { requestBody?: { content: Record<string, { example?: object }> }; responses?: unknown }
export type OpenApi = { paths: Record<string, Partial<Record<'get' | 'post', Operation>>> }

/**
 * An OpenAPI document as text: the parts that programs depend on, and separately its sentences. Responses
 * that are the same for all operations are written once.
 */
export function describeOpenApi(openApi: OpenApi) {
  const sentences: string[] = []
  const document = structuredClone(openApi)
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const responses = operations[0]?.responses
  for (const operation of operations)
    if (JSON.stringify(operation.responses) === JSON.stringify(responses))
      operation.responses = 'those of all operations'
  const withoutProse = withoutSentences({ ...document, 'responses of all operations': responses }, '', sentences)
  return { document: write(withoutProse), sentences: sentences.sort().join('\n') }
}

const prose = new Set(['summary', 'description'])
/** The values of these keys are data of a call. */
const data = new Set(['example', 'examples'])

/** The document without its sentences, which are added to a list with their paths. */
function withoutSentences(node: unknown, path: string, sentences: string[]): unknown {
  if (Array.isArray(node)) return node.map((item, index) => withoutSentences(item, `${path}/${index}`, sentences))
  if (typeof node !== 'object' || node === null) return node
  const rest = Object.entries(node).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    const inner = `${path}/${name.replace(/^\//, '')}`
    if (data.has(name)) return [[name, value]]
    if (typeof value !== 'string' || !prose.has(name)) return [[name, withoutSentences(value, inner, sentences)]]
    sentences.push(`${inner}: ${value}`)
    return []
  })
  return Object.fromEntries(rest)
}

/** JSON with sorted keys and short parts on one line. */
function write(value: unknown, indent = ''): string {
  const line = JSON.stringify(sorted(value))
  if (line.length + indent.length <= 120 || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => inner + write(item, inner))
    : Object.entries(value)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, item]) => `${inner}${JSON.stringify(name)}: ${write(item, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open ?? ''}\n${parts.join(',\n')}\n${indent}${close ?? ''}`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}
