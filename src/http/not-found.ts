import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '#errors.ts'

type Known = { pattern: RegExp; methods: Set<string> }

/** The paths that exist, for telling a wrong method (405 with Allow) from a wrong path (404). */
export type Paths = {
  add(url: string, methods: string | string[]): void
  /** Methods of the path, sorted; empty when there is no such path. */
  methodsOf(path: string): string[]
}

export function createPaths(): Paths {
  const known = new Map<string, Known>()
  return {
    add(url, methods) {
      const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
      const entry = known.get(url) ?? { pattern, methods: new Set() }
      for (const method of [methods].flat()) entry.methods.add(method)
      known.set(url, entry)
    },
    methodsOf(path) {
      const methods = [...known.values()].filter(({ pattern }) => pattern.test(path)).flatMap(m => [...m.methods])
      return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort()
    },
  }
}

/** OPTIONS is answered without any CORS permission: browsers of other origins have no business here. */
export function answerUnrouted(paths: Paths, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = paths.methodsOf(request.url.split('?', 1)[0] ?? '/')
  if (methods.length === 0) throw new Rejection('NOT_FOUND', { reason: 'no such path' })
  reply.header('allow', methods.join(', '))
  if (request.method === 'OPTIONS') return reply.code(204).send()
  throw new Rejection('METHOD_NOT_ALLOWED', {
    field: 'method',
    reason: 'must be one of those allowed',
    allowed: methods,
  })
}
