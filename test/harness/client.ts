import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { PostgresSilent } from '#edge/postgres/connection-watchdog.ts'
import { Rejection } from '#values/errors.ts'
import { type Answer, exchange } from './exchange.ts'

export type { Answer } from './exchange.ts'

/**
 * A machine that others use stands still for seconds: its stores answer late, and 503 has callers come back. A
 * request that was answered so takes up to 10 s, and so may the next one.
 */
const PATIENCE_MS = 30_000
const AGAIN_MS = 250
/** Of `until`: its pauses are an eighth of what it has waited so far, within these. Each request costs CPU. */
const PAUSE = { msMin: 20, msMax: 100, share: 1 / 8 }
/** Of an answer that a test waited for in vain. */
const SHOWN_MAX = 4_000
let askedAgain = 0
process.on('exit', () => {
  if (askedAgain > 0) process.stdout.write(`asked again after 503: ${askedAgain} times\n`)
})

/**
 * A caller of the API with a token; `send` never throws for a status. It comes back after 503 SERVICE_UNAVAILABLE, as
 * the service tells callers to, for `patienceMs` in all.
 */
export function client(url: string, token: string | null = null, patienceMs = PATIENCE_MS) {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const deadline = Date.now() + patienceMs
    for (let tries = 1; ; tries += 1) {
      const answer = await sendOnce(method, path, body, headers)
      // The request that was answered 503 may go on for a while.
      const isUnderWay = tries > 1 && answer.body.error_code === 'IDEMPOTENCY_IN_PROGRESS'
      if (!(isUnavailable(answer) || isUnderWay) || Date.now() + AGAIN_MS > deadline) return answer
      askedAgain += 1
      await delay(AGAIN_MS)
    }
  }

  async function sendOnce(method: string, path: string, body: unknown, headers: Record<string, string>) {
    const isText = typeof body === 'string'
    return exchange(url, method, path, {
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
  }

  return {
    url,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => send('POST', path, body ?? {}, headers),
    /** POST /refund/request with a key of its own unless one is given. */
    requestRefund: (body: unknown, key: string = randomUUID()) =>
      send('POST', '/refund/request', body, { 'Idempotency-Key': key }),
    /** Takes 503 for its answer: for tests of what is not available. */
    impatient: () => client(url, token, 0),
    as: (otherToken: string | null) => client(url, otherToken, patienceMs),
  }
}
export type Client = ReturnType<typeof client>

/** The same patience for what a test asks of the service's parts in its own process. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;)
    try {
      return await ask()
    } catch (error) {
      const isAway =
        error instanceof PostgresSilent || (error instanceof Rejection && error.code === 'SERVICE_UNAVAILABLE')
      if (!isAway || Date.now() + AGAIN_MS > deadline) throw error
      askedAgain += 1
      await delay(AGAIN_MS)
    }
}

function isUnavailable({ status, body }: Answer): boolean {
  // Scores tell it in a shape of their own.
  return status === 503 && (body?.error_code ?? body?.error?.code) === 'SERVICE_UNAVAILABLE'
}

export async function logIn(url: string, email: string, password: string): Promise<Client> {
  // A service that has just started on a busy machine may give up waiting for its stores.
  const { status, body } = await until(
    () => client(url).post('/api/auth/login', { email, password }),
    answer => answer.status !== 503,
  )
  if (status !== 200) throw new Error(`login answered ${status} ${JSON.stringify(body)}`)
  return client(url, body.access_token)
}

/**
 * Asks until `accept` says yes; throws with the last answer after `msMax`, which is no promise of a speed: a busy
 * machine may stand still for seconds. An answer that `accept` can't read is none yet: a list that is being built has
 * no `data`.
 */
export async function until<T>(ask: () => Promise<T>, accept: (answer: T) => boolean, msMax = 60_000): Promise<T> {
  const begun = Date.now()
  const deadline = begun + msMax
  const isAccepted = (answer: T) => {
    try {
      return accept(answer)
    } catch (error) {
      if (error instanceof TypeError) return false
      throw error
    }
  }
  for (;;) {
    const answer = await ask()
    if (isAccepted(answer)) return answer
    if (Date.now() > deadline)
      throw new Error(`not within ${msMax} ms; last: ${JSON.stringify(answer)?.slice(0, SHOWN_MAX)}`)
    await delay(Math.min(PAUSE.msMax, Math.max(PAUSE.msMin, (Date.now() - begun) * PAUSE.share)))
  }
}
