import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

const exempt = new WeakSet<Socket>()

/** For routes that stream their body: Node has one time limit for all requests, from the first byte to the last. */
export function exemptFromTimeout({ raw }: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const { socket } = raw
  exempt.add(socket)
  reply.raw.once('close', () => exempt.delete(socket))
  done()
}

/** Node raises this error once per request. An inactive connection still ends. */
export function isExemptTimeout(error: { code?: string }, socket: Socket): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && exempt.has(socket)
}
