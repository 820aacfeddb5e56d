import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { catalogue } from '../values/errors.ts'

/** `npm run client`: generates openapi.ts from the stored OpenAPI document. */

const DOCUMENT = new URL('../../test/fixtures/openapi.json', import.meta.url)
const GENERATED = new URL('openapi.ts', import.meta.url)

/** zod's name for a recursive schema: any JSON value, `unknown` in TypeScript. */
const RECURSIVE_PREFIX = '__'

/** The client has a method of its own for it. */
const EVENT_STREAM = 'text/event-stream'

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

/** As comments, the examples would be most of the file. */
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
      if (EVENT_STREAM in (operation.responses[200]?.content ?? {})) return []
      const header = parameters.find(({ name, in: location }) => location === 'header' && name === 'Idempotency-Key')
      const key = header === undefined ? 'none' : header.required ? 'always' : 'given'
      const fields = [
        `method: '${method.toUpperCase()}', path: '${path}', hasToken: ${security.length > 0}, key: '${key}'`,
        ...(isFile(operation.requestBody) ? ["sends: 'file'"] : []),
        ...(isFile(operation.responses[200]) ? ["returns: 'file'"] : []),
      ]
      return `  ${operationId}: { ${fields.join(', ')} },`
    }),
  )
}

/** Bodies other than JSON are files of any size. */
function isFile(media: Media | undefined): boolean {
  return media?.content !== undefined && !('application/json' in media.content)
}

if (import.meta.main) writeFileSync(GENERATED, await generateClient())
