import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '#values/errors.ts'
import type { Api } from './api.ts'

/** From the request to its response, without the time to send the body. Longer than the time limits of the stores. */
const RESPONSE_TIMEOUT_MS = 8_000
const RETRY_AFTER_S = 2

/** The greatest delay of a timeout. One timer for all: two timers per request cost more than the guard. */
const CHECK_INTERVAL_MS = 100

type ResponseTimer = { expire(): void; sinceMs: number; remainingMs: number }

declare module 'fastify' {
  interface FastifyRequest {
    responseTimer: ResponseTimer | null
  }
}

/** Sends SERVICE_UNAVAILABLE in place of a late response. The work goes on; its outcome is not sent. */
export function addResponseTimeout(
  app: Api,
  sendError: (error: Rejection, request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.decorateRequest('responseTimer', null)

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
      // A response that streams has time limits of its own.
      if (reply.sent || reply.raw.headersSent) return
      sendError(timeoutRejection(request), request, reply)
      // Fastify would log a second response with the caller's path.
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
  const reason = `a store did not respond in time${isRead ? '' : '; the outcome is unknown'}`
  return new Rejection('SERVICE_UNAVAILABLE', { reason }, { retryAfterS: RETRY_AFTER_S })
}
