import type { FastifyReply, FastifyRequest } from 'fastify'
import { Rejection } from '#errors.ts'
import type { Api } from './api.ts'

/**
 * From the request to its answer, whatever is asked for it: the net below the deadlines of each store. What a caller takes to
 * send its body is not counted.
 */
const ANSWER_MS_MAX = 8_000
const RETRY_AFTER_S = 2

type Waiting = { timer: NodeJS.Timeout; sinceMs: number; leftMs: number }

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

  const wait = (request: FastifyRequest, reply: FastifyReply, leftMs: number) => {
    const giveUp = () => {
      if (reply.sent) return
      refuse(unanswered(request), request, reply)
      // The framework would log a second answer, with the path as the caller sent it.
      reply.send = () => reply
    }
    request.waiting = { timer: setTimeout(giveUp, leftMs), sinceMs: performance.now(), leftMs }
  }
  const pause = ({ waiting }: FastifyRequest) => {
    if (waiting === null) return
    clearTimeout(waiting.timer)
    waiting.leftMs -= performance.now() - waiting.sinceMs
  }

  app.addHook('onRequest', (request, reply, done) => {
    wait(request, reply, ANSWER_MS_MAX)
    done()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    pause(request)
    done()
  })
  app.addHook('preValidation', (request, reply, done) => {
    wait(request, reply, request.waiting?.leftMs ?? ANSWER_MS_MAX)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    pause(request)
    done()
  })
}

function unanswered({ method }: FastifyRequest): Rejection {
  const isReading = method === 'GET' || method === 'HEAD'
  const reason = `a store did not answer in time${isReading ? '' : '; whether it was done is not known'}`
  return new Rejection('SERVICE_UNAVAILABLE', { reason }, { retryAfterS: RETRY_AFTER_S })
}
