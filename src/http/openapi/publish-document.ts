import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Api } from '#http/api.ts'
import { asyncApiDocument } from '#http/asyncapi/document.ts'
import type { RouteRules } from '#http/guard.ts'
import { createStaticResponse, type StaticResponse, sendStaticResponse } from '#http/static-response.ts'
import { openApiDocument } from './document.ts'
import type { DocumentParts } from './document-parts.ts'
import type { DocumentedRoute } from './operation.ts'
import { browserFile, PAGE_POLICY, scalarScript } from './reference-page.ts'

export type CollectedRoute = Omit<RouteOptions, 'config'> & { config: RouteOptions['config'] & RouteRules }

const TYPES = { json: 'application/json', html: 'text/html', js: 'text/javascript', css: 'text/css' }

/** Documents and page are built at their first request, so that the start does not wait. */
export function publishDocument(app: Api, routes: readonly CollectedRoute[], parts: DocumentParts): void {
  const document = serveStatic('json', () => JSON.stringify(openApiDocument(routes.flatMap(describe), parts)))
  // Relative addresses in the page work below any path of a proxy.
  const page = serveStatic('html', () => browserFile('reference.html'))
  const start = serveStatic('js', () => browserFile('start.js'))
  const styles = serveStatic('css', () => browserFile('reference.css'))
  app.get('/', (_request, reply) => reply.redirect('docs', 302))
  app.get('/openapi.json', document)
  app.get(
    '/asyncapi.json',
    serveStatic('json', () => JSON.stringify(asyncApiDocument(parts.bus))),
  )
  app.get('/docs', { onRequest: withPagePolicy }, page)
  app.get('/docs/scalar.js', serveStatic('js', scalarScript))
  app.get('/docs/start.js', start)
  app.get('/docs/reference.css', styles)
}

/** Caches the response; a failed build is repeated at the next request. */
function serveStatic(type: keyof typeof TYPES, text: () => string | Promise<string>) {
  let response: Promise<StaticResponse> | undefined
  const make = async () => createStaticResponse(`${TYPES[type]}; charset=utf-8`, await text())
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
