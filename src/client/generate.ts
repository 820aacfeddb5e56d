import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { catalogue } from '../values/errors.ts'

/** `npm run client`: makes openapi.ts, what the client knows of the API, from the document that is kept with the tests. */

const DOCUMENT = new URL('../../test/fixtures/openapi.json', import.meta.url)
const GENERATED = new URL('openapi.ts', import.meta.url)

/** How zod names a schema that contains itself: any JSON value, which TypeScript calls unknown. */
const RECURSIVE_PREFIX = '__'

type Media = { content?: Record<string, unknown> }
type Operation = {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean }[]
  security?: unknown[]
  requestBody?: Media
  responses: Record<string, Media>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

/** The text that openapi.ts should have. */
export async function generateClient(): Promise<string> {
  const document = withoutExamples(JSON.parse(readFileSync(DOCUMENT, 'utf8'))) as Document
  for (const name of Object.keys(document.components.schemas))
    if (name.startsWith(RECURSIVE_PREFIX)) document.components.schemas[name] = {}
  return [
    '// Made by `npm run client` from the OpenAPI document and the error catalogue; a change by hand is lost.\n',
    astToString(await openapiTS(document as unknown as OpenAPI3)),
    `/** How each operation is called. */\nexport const callOf = {\n${callsOf(document).join('\n')}\n} as const\n`,
    `/** The error catalogue. */\nexport type KnownErrorCode =\n${Object.keys(catalogue)
      .map(code => `  | '${code}'`)
      .join('\n')}\n`,
  ].join('\n')
}

export function readGeneratedClient(): string {
  return readFileSync(GENERATED, 'utf8')
}

/** Examples are for reading in the reference; as comments they would be most of the file. */
function withoutExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExamples)
  if (typeof value !== 'object' || value === null) return value
  const isMedia = 'schema' in value && !('type' in value)
  const members = Object.entries(value).filter(([name]) => !isMedia || (name !== 'example' && name !== 'examples'))
  return Object.fromEntries(members.map(([name, of]) => [name, withoutExamples(of)]))
}

function callsOf({ paths }: Document): string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { operationId, parameters = [], security = [] } = operation
      if (isStreamed(operation)) return []
      const header = parameters.find(({ name, in: location }) => location === 'header' && name === 'Idempotency-Key')
      const key = header === undefined ? 'none' : header.required ? 'always' : 'given'
      return `  ${operationId}: { method: '${method.toUpperCase()}', path: '${path}', hasToken: ${security.length > 0}, key: '${key}' },`
    }),
  )
}

/** What is no JSON may be of any size, and is for a caller who reads or writes it as it comes. */
function isStreamed({ requestBody, responses }: Operation): boolean {
  return [requestBody, responses[200]].some(of => of?.content !== undefined && !('application/json' in of.content))
}

if (import.meta.main) writeFileSync(GENERATED, await generateClient())
