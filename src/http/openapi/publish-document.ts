import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Api } from '#http/api.ts'
import type { RouteRules } from '#http/guard.ts'
import { createStaticResponse, type StaticResponse, sendStaticResponse } from '#http/static-response.ts'
import { type DocumentParts, openApiDocument } from './document.ts'
import type { DocumentedRoute } from './operation.ts'
import { browserFile, PAGE_POLICY, REFERENCE_PAGE, scalarScript } from './reference-page.ts'

export type CollectedRoute = Omit<RouteOptions, 'config'> & { config: RouteOptions['config'] & RouteRules }

const JSON_TYPE = 'application/json; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'

/** Serves the document and its page. Each is built at its first request, so that the start does not wait. */
export function publishDocument(app: Api, routes: readonly CollectedRoute[], parts: DocumentParts): void {
  app.get('/', (_request, reply) => reply.redirect('docs', 302))
  app.get(
    '/openapi.json',
    serveStatic(JSON_TYPE, () => JSON.stringify(openApiDocument(routes.flatMap(describe), parts))),
  )
  app.get(
    '/docs',
    { onRequest: withPagePolicy },
    serveStatic(HTML, () => REFERENCE_PAGE),
  )
  app.get('/docs/scalar.js', serveStatic(SCRIPT, scalarScript))
  app.get(
    '/docs/start.js',
    serveStatic(SCRIPT, () => browserFile('start.js')),
  )
  app.get(
    '/docs/reference.css',
    serveStatic(CSS, () => browserFile('reference.css')),
  )
}

/** Caches the response; a failed build is repeated at the next request. */
function serveStatic(type: string, text: () => string | Promise<string>) {
  let response: Promise<StaticResponse> | undefined
  const make = async () => createStaticResponse(type, await text())
  return async (request: FastifyRequest, reply: FastifyReply) => {
    response ??= make()
    try {
      return sendStaticResponse(request, reply, await response)
    } catch (error) {
      response = undefined
      throw error
    }
  }
}

async function withPagePolicy(_request: FastifyRequest, reply: FastifyReply) {
  reply.header('content-security-policy', PAGE_POLICY)
}

function describe({ method, url, config, schema = {} }: CollectedRoute): DocumentedRoute[] {
  if ('hide' in schema && schema.hide === true) return []
  return [method]
    .flat()
    .filter(name => name !== 'HEAD')
    .map(name => ({ method: name, url, config, schema }))
}
