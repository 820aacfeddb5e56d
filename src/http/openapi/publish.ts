import type { RouteOptions } from 'fastify'
import type { Api } from '#http/api.ts'
import type { Rules } from '#http/guard.ts'
import { type Described, openApiDocument } from './document.ts'
import type { DescribedRoute } from './operation.ts'
import { PAGE_POLICY, referencePage } from './reference-page.ts'

/** A route as it was registered, with the rules it is guarded by. */
export type CollectedRoute = Omit<RouteOptions, 'config'> & { config: RouteOptions['config'] & Rules }

const DOCUMENT_MAX_AGE_S = 300

/** Serves the document of the routes that were registered, and its page. Made at the first request: starting does not wait. */
export function publishDocument(app: Api, routes: readonly CollectedRoute[], told: Described): void {
  let made: { json: string; page: string } | undefined
  const make = () => {
    const document = openApiDocument(routes.flatMap(describe), told)
    made = { json: JSON.stringify(document), page: referencePage(document) }
    return made
  }
  const cache = `public, max-age=${DOCUMENT_MAX_AGE_S}`

  app.get('/openapi.json', (_request, reply) =>
    reply
      .header('cache-control', cache)
      .type('application/json; charset=utf-8')
      .send((made ?? make()).json),
  )
  app.get('/docs', (_request, reply) =>
    reply
      .header('cache-control', cache)
      .header('content-security-policy', PAGE_POLICY)
      .type('text/html; charset=utf-8')
      .send((made ?? make()).page),
  )
}

function describe({ method, url, config, schema = {} }: CollectedRoute): DescribedRoute[] {
  if ('hide' in schema && schema.hide === true) return []
  return [method]
    .flat()
    .filter(name => name !== 'HEAD')
    .map(name => ({ method: name, url, config, schema }))
}
