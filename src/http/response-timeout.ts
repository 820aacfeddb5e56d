import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '#values/errors.ts'
import type { Api } from './api.ts'

/**
 * From the request to its answer, whatever is asked for it, unless the route says otherwise: the net below the deadlines of each store. What a caller takes to
 * send its body is not counted.
 */
const RESPONSE_TIMEOUT_MS = 8_000
const RETRY_AFTER_S = 2

/** Whoever waits too long is found this much later at most. One timer for all: two of their own for each request cost more than the guard. */
const CHECK_INTERVAL_MS = 100

type ResponseTimer = { expire(): void; sinceMs: number; remainingMs: number }

declare module 'fastify' {
  interface FastifyRequest {
    responseTimer: ResponseTimer | null
  }
}

/** Refuses what was not answered in time, once. The work goes on; how it ends is nobody's answer any more. */
export function addResponseTimeout(
  app: Api,
  sendError: (error: Rejection, request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.decorateRequest('waiting', null)

  const timers = new Set<ResponseTimer>()
  const interval = setInterval(() => {
    const now = performance.now()
    for (const responseTimer of timers)
      if (now - responseTimer.sinceMs >= responseTimer.remainingMs) {
        timers.delete(responseTimer)
        responseTimer.expire()
      }
  }, CHECK_INTERVAL_MS).unref()
  app.addHook('onClose', async () => clearInterval(interval))

  const startTimer = (request: FastifyRequest, reply: FastifyReply, remainingMs: number) => {
    const expire = () => {
      // What has begun is under way: whoever streams has limits of its own.
      if (reply.sent || reply.raw.headersSent) return
      sendError(timeoutRejection(request), request, reply)
      // The framework would log a second answer, with the path as the caller sent it.
      reply.send = () => reply
    }
    request.responseTimer = { expire, sinceMs: performance.now(), remainingMs }
    timers.add(request.responseTimer)
  }
  const pauseTimer = ({ responseTimer }: FastifyRequest) => {
    if (responseTimer === null) return
    timers.delete(responseTimer)
    responseTimer.remainingMs -= performance.now() - responseTimer.sinceMs
  }

  app.addHook('onRequest', (request, reply, done) => {
    startTimer(request, reply, timeoutMsOf(request))
    done()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    pauseTimer(request)
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    startTimer(request, reply, request.responseTimer?.remainingMs ?? timeoutMsOf(request))
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    pauseTimer(request)
    done()
  })
}

function timeoutMsOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.config?.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS
}

function timeoutRejection({ method }: FastifyRequest): Rejection {
  const isRead = method === 'GET' || method === 'HEAD'
  const reason = `a store did not answer in time${isRead ? '' : '; whether it was done is not known'}`
  return new Rejection('SERVICE_UNAVAILABLE', { reason }, { retryAfterS: RETRY_AFTER_S })
}
