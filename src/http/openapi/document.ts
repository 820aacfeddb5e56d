import { commonErrorAdvice, type DocumentParts, renderSections, tagsOf } from './document-parts.ts'
import { errorChapter } from './error-chapter.ts'
import { eventChapter } from './event-chapter.ts'
import type { Components, JsonSchema } from './json-schema.ts'
import { type DocumentedRoute, operationOf } from './operation.ts'
import operationsExamples from './operations-examples.json' with { type: 'json' }
import headers from './response-headers.json' with { type: 'json' }
import { webhooksSection } from './webhooks.ts'

const VERSION = '1.0.0'

const INTRODUCTION = `Consumer protection and fraud prevention for banks: refunds that can be explained years later, and signed webhooks.

Every path exists as shown and under \`/v1\`. Requests and responses are JSON in UTF-8. Amounts are numbers in major
units (10.5 is ten euros fifty), times are ISO 8601 in UTC with milliseconds, and the prefix of an id names its kind.
Unknown fields of a body are ignored, unknown query parameters are refused. Every response has an \`X-Request-Id\`:
yours if you sent one of 8 to 128 letters, digits, \`_\` and \`-\`, otherwise one of the service. Quote it when you report a
problem.

First steps: log in, record a transaction, request its refund with an Idempotency-Key, register an endpoint, and verify
the events that it receives.`

/** In the order of registration: a module registers first what is used first. */
export function openApiDocument(routes: readonly DocumentedRoute[], parts: DocumentParts): JsonSchema {
  const examples = { ...operationsExamples, ...parts.examples }
  const components: Components = {
    schemas: new Map(),
    responses: new Map(),
    errorAdvice: { ...commonErrorAdvice, ...parts.errorAdvice },
  }
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, examples, components) }
  }
  const webhooks = webhooksSection(parts.eventSchemas, components)
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap(operationsByMethod =>
    Object.values(operationsByMethod),
  )
  const guide = [...parts.guide, eventChapter(parts.eventSchemas), errorChapter(components)]
  return JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      info: {
        title: 'Security Service API',
        version: VERSION,
        description: `${INTRODUCTION}\n\n${renderSections(guide)}`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The service that this document comes from' }],
      tags: tagsOf(
        operations.flatMap(operation => (operation as { tags?: string[] }).tags ?? []),
        parts.tags,
      ),
      paths,
      webhooks,
      components: {
        schemas: sortByName(components.schemas),
        responses: sortByName(components.responses),
        headers,
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The `access_token` of a login; see “Authentication and roles”.',
          },
        },
      },
    }),
  )
}

function sortByName(components: ReadonlyMap<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b)))
}
