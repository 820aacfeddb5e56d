import { randomUUID } from 'node:crypto'
import { type Answer, exchange } from './exchange.ts'

export type { Answer } from './exchange.ts'

/** A caller of the API with a token; `send` never throws for a status. */
export function client(url: string, token: string | null = null) {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
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
    as: (otherToken: string | null) => client(url, otherToken),
  }
}
export type Client = ReturnType<typeof client>

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
 * Asks until `accept` says yes; throws with the last answer after `msMax`, which is no promise of a speed: a busy machine may stand still for
 * seconds. An answer that `accept` can't read is none yet: a list that is being built has no `data`.
 */
export async function until<T>(ask: () => Promise<T>, accept: (answer: T) => boolean, msMax = 30_000): Promise<T> {
  const deadline = Date.now() + msMax
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
    if (Date.now() > deadline) throw new Error(`not within ${msMax} ms; last: ${JSON.stringify(answer)}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
