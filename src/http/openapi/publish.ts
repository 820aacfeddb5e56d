import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Api } from '#http/api.ts'
import type { Rules } from '#http/guard.ts'
import { type KeptAnswer, keepAnswer, sendKept } from '#http/kept-answer.ts'
import { type Described, openApiDocument } from './document.ts'
import type { DescribedRoute } from './operation.ts'
import { browserFile, PAGE_POLICY, REFERENCE_PAGE, scalarScript } from './reference-page.ts'

/** A route as it was registered, with the rules it is guarded by. */
export type CollectedRoute = Omit<RouteOptions, 'config'> & { config: RouteOptions['config'] & Rules }

const JSON_TYPE = 'application/json; charset=utf-8'
const HTML = 'text/html; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'

/** Serves the document of the routes that were registered, and its page. Each is made at its first request: starting does not wait. */
export function publishDocument(app: Api, routes: readonly CollectedRoute[], told: Described): void {
  app.get('/', (_request, reply) => reply.redirect('docs', 302))
  app.get(
    '/openapi.json',
    kept(JSON_TYPE, () => JSON.stringify(openApiDocument(routes.flatMap(describe), told))),
  )
  app.get(
    '/docs',
    { onRequest: withPagePolicy },
    kept(HTML, () => REFERENCE_PAGE),
  )
  app.get('/docs/scalar.js', kept(SCRIPT, scalarScript))
  app.get(
    '/docs/start.js',
    kept(SCRIPT, () => browserFile('start.js')),
  )
  app.get(
    '/docs/reference.css',
    kept(CSS, () => browserFile('reference.css')),
  )
}

/** A handler that makes its answer once; what could not be made is tried again at the next request. */
function kept(type: string, text: () => string | Promise<string>) {
  let made: Promise<KeptAnswer> | undefined
  const make = async () => keepAnswer(type, await text())
  return async (request: FastifyRequest, reply: FastifyReply) => {
    made ??= make()
    try {
      return sendKept(request, reply, await made)
    } catch (error) {
      made = undefined
      throw error
    }
  }
}

async function withPagePolicy(_request: FastifyRequest, reply: FastifyReply) {
  reply.header('content-security-policy', PAGE_POLICY)
}

function describe({ method, url, config, schema = {} }: CollectedRoute): DescribedRoute[] {
  if ('hide' in schema && schema.hide === true) return []
  return [method]
    .flat()
    .filter(name => name !== 'HEAD')
    .map(name => ({ method: name, url, config, schema }))
}
