import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '#values/errors.ts'
import type { ErrorShape } from './api.ts'

type KnownPath = { pattern: RegExp; methods: Set<string>; errorShape: ErrorShape }

/** Distinguishes a wrong method (405 with Allow) from a wrong path (404). */
export type Paths = {
  add(url: string, methods: string | string[], errorShape: ErrorShape | undefined): void
  /** Sorted; empty if the path does not exist. */
  methodsOf(path: string): string[]
  errorShapeOf(path: string): ErrorShape
}

export function createPaths(): Paths {
  const known = new Map<string, KnownPath>()
  return {
    add(url, methods, errorShape = 'flat') {
      const pattern = new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
      const entry = known.get(url) ?? { pattern, methods: new Set(), errorShape }
      for (const method of [methods].flat()) entry.methods.add(method)
      known.set(url, entry)
    },
    methodsOf(path) {
      const methods = [...known.values()].filter(({ pattern }) => pattern.test(path)).flatMap(m => [...m.methods])
      return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort()
    },
    errorShapeOf: path => [...known.values()].find(({ pattern }) => pattern.test(path))?.errorShape ?? 'flat',
  }
}

/** OPTIONS grants no CORS permission: browsers of other origins have no use here. */
export function sendNotFound(paths: Paths, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = paths.methodsOf(pathOf(request))
  if (methods.length === 0) throw new Rejection('NOT_FOUND', { reason: 'no such path' })
  reply.header('allow', methods.join(', '))
  if (request.method === 'OPTIONS') return reply.code(204).send()
  throw new Rejection('METHOD_NOT_ALLOWED', {
    field: 'method',
    reason: 'must be one of the allowed methods',
    allowed: methods,
  })
}

export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return url.split('?', 1)[0] ?? '/'
}
