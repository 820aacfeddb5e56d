import { API_VERSION } from '#domain/webhooks/envelope.ts'
import { type Examples, operationsExamples } from './examples.ts'
import type { Components, JsonSchema } from './json-schema.ts'
import { type DescribedRoute, operationOf } from './operation.ts'
import { type EventSchemas, webhooksSection } from './webhooks.ts'

const VERSION = '1.0.0'

const header = (description: string, schema: JsonSchema, required = false) => ({ description, required, schema })

/** `required` where every answer that lists it has it. */
const headers = {
  'X-Request-Id': header("The caller's own X-Request-Id when it was usable, otherwise ours", { type: 'string' }, true),
  'X-RateLimit-Limit': header('Requests allowed in the window that binds first', { type: 'integer', minimum: 1 }, true),
  'X-RateLimit-Remaining': header('Requests left in that window', { type: 'integer', minimum: 0 }, true),
  'X-RateLimit-Reset': header('End of that window, Unix seconds', { type: 'integer' }, true),
  RateLimit: header('The same, as the IETF draft writes it', { type: 'string' }, true),
  'RateLimit-Policy': header('Every window, as the IETF draft writes it', { type: 'string' }, true),
  'Idempotent-Replayed': header('The request was made before; nothing was done again', { const: 'true' }, true),
  'Retry-After': header('Seconds to wait', { type: 'integer', minimum: 1 }, true),
  'WWW-Authenticate': header('Bearer, with the reason when a token was sent', { type: 'string' }, true),
}

/** What modules tell beside their routes. */
export type Described = { examples: Examples; eventSchemas: EventSchemas }

/** The OpenAPI 3.1 document of all described routes, in a stable order. */
export function openApiDocument(routes: readonly DescribedRoute[], told: Described): JsonSchema {
  const examples = { ...operationsExamples, ...told.examples }
  const components: Components = { schemas: new Map(), responses: new Map() }
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes.toSorted(byPlace)) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, examples, components) }
  }
  const webhooks = webhooksSection(told.eventSchemas, components)
  return JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      info: {
        title: 'Security Service API',
        version: VERSION,
        description: `Consumer protection and fraud prevention for banks. Every path is served as shown and again under \`/v1\`. Webhook payloads carry api_version ${API_VERSION}.`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      paths,
      webhooks,
      components: {
        schemas: byName(components.schemas),
        responses: byName(components.responses),
        headers,
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    }),
  )
}

function byPlace(a: DescribedRoute, b: DescribedRoute): number {
  return a.url.localeCompare(b.url) || a.method.localeCompare(b.method)
}

function byName(of: ReadonlyMap<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries([...of].sort(([a], [b]) => a.localeCompare(b)))
}
