import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '#http/api.ts'
import { contentSecurityPolicy } from '#http/security-headers.ts'
import { sendStaticResponse } from '#http/static-response.ts'
import { Rejection } from '#values/errors.ts'
import { bundleConsole, type ConsoleBundle } from './bundle.ts'

/** A missing binary or a process limit is not repaired by the next request. */
const BUILD_AGAIN_MS = 10_000
/** Asks the server whether the shell is still this one: it names the files of its version. */
const SHELL_CACHE = 'no-cache'
const FILE_CACHE = 'public, max-age=31536000, immutable'

const HEADERS = {
  'content-security-policy': contentSecurityPolicy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'self'",
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'console',
  }),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** The console is bundled at its first request, so that the start does not wait, and is kept in memory. */
export function serveConsole(app: Api, { build = bundleConsole, now = () => performance.now() } = {}): void {
  const bundle = keepBundle(build, now)
  app.get('/console', { onRequest: withHeaders }, async (request, reply) =>
    sendStaticResponse(request, reply, (await bundle()).shell, SHELL_CACHE),
  )
  // The addresses of the shell are relative to a path without a slash at its end.
  app.get('/console/', (_request, reply) => reply.redirect('../console', 302))
  app.get<{ Params: { file: string } }>('/console/:file', { onRequest: withHeaders }, async (request, reply) => {
    const file = (await bundle()).files.get(request.params.file)
    if (file === undefined) throw new Rejection('NOT_FOUND', { reason: 'no such file: the page is of another version' })
    return sendStaticResponse(request, reply, file, FILE_CACHE)
  })
}

function keepBundle(build: () => Promise<ConsoleBundle>, now: () => number): () => Promise<ConsoleBundle> {
  let built: Promise<ConsoleBundle>
  let buildFromMs = 0
  return () => {
    if (now() < buildFromMs) return built
    buildFromMs = Number.POSITIVE_INFINITY
    built = build().catch(error => {
      buildFromMs = now() + BUILD_AGAIN_MS
      throw new Rejection('SERVICE_UNAVAILABLE', { reason: `the console was not built: ${reasonOf(error)}` })
    })
    return built
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
}

async function withHeaders(_request: FastifyRequest, reply: FastifyReply) {
  reply.headers(HEADERS)
}
