import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '#values/errors.ts'
import type { Api } from './api.ts'

/**
 * From the request to its answer, whatever is asked for it, unless the route says otherwise: the net below the deadlines of each store. What a caller takes to
 * send its body is not counted.
 */
const ANSWER_MS_MAX = 8_000
const RETRY_AFTER_S = 2

/** Whoever waits too long is found this much later at most. One timer for all: two of their own for each request cost more than the guard. */
const LOOK_EVERY_MS = 100

type Waiting = { giveUp(): void; sinceMs: number; leftMs: number }

declare module 'fastify' {
  interface FastifyRequest {
    waiting: Waiting | null
  }
}

/** Refuses what was not answered in time, once. The work goes on; how it ends is nobody's answer any more. */
export function answerInTime(
  app: Api,
  refuse: (error: Rejection, request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.decorateRequest('waiting', null)

  const everybody = new Set<Waiting>()
  const looking = setInterval(() => {
    const now = performance.now()
    for (const waiting of everybody)
      if (now - waiting.sinceMs >= waiting.leftMs) {
        everybody.delete(waiting)
        waiting.giveUp()
      }
  }, LOOK_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(looking))

  const wait = (request: FastifyRequest, reply: FastifyReply, leftMs: number) => {
    const giveUp = () => {
      // What has begun is under way: whoever streams has limits of its own.
      if (reply.sent || reply.raw.headersSent) return
      refuse(unanswered(request), request, reply)
      // The framework would log a second answer, with the path as the caller sent it.
      reply.send = () => reply
    }
    request.waiting = { giveUp, sinceMs: performance.now(), leftMs }
    everybody.add(request.waiting)
  }
  const pause = ({ waiting }: FastifyRequest) => {
    if (waiting === null) return
    everybody.delete(waiting)
    waiting.leftMs -= performance.now() - waiting.sinceMs
  }

  app.addHook('onRequest', (request, reply, done) => {
    wait(request, reply, answerMsMaxOf(request))
    done()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    pause(request)
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    wait(request, reply, request.waiting?.leftMs ?? answerMsMaxOf(request))
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    pause(request)
    done()
  })
}

function answerMsMaxOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.config?.answerMsMax ?? ANSWER_MS_MAX
}

function unanswered({ method }: FastifyRequest): Rejection {
  const isReading = method === 'GET' || method === 'HEAD'
  const reason = `a store did not answer in time${isReading ? '' : '; whether it was done is not known'}`
  return new Rejection('SERVICE_UNAVAILABLE', { reason }, { retryAfterS: RETRY_AFTER_S })
}
