import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

/** Connections whose request may take as long as it goes on. */
const exempt = new WeakSet<Socket>()

/** For a route that takes a body of any size as it comes: Node has one time limit for all requests, from the first byte to the last. */
export function exemptFromTimeout({ raw }: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const { socket } = raw
  exempt.add(socket)
  reply.raw.once('close', () => exempt.delete(socket))
  done()
}

/** Whether this is only that limit, which Node tells once for each request. Silence ends such a connection all the same. */
export function isExemptTimeout(error: { code?: string }, socket: Socket): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && exempt.has(socket)
}
