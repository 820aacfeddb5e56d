import { randomUUID } from 'node:crypto'

/** Answers of every shape, the wrong ones too: what JSON.parse gives. */
type Body = ReturnType<typeof JSON.parse>

export type Answer = {
  status: number
  headers: Headers
  body: Body
}

/** Sees every exchange; the OpenAPI check of the suite hangs here. */
export type Observe = (method: string, path: string, answer: Answer) => void

/** A caller of the API with a token; `send` never throws for a status. */
export function client(url: string, token: string | null = null, observe: Observe = () => {}) {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const isText = typeof body === 'string'
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    }
    observe(method, path, answer)
    return answer
  }

  return {
    url,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => send('POST', path, body ?? {}, headers),
    /** POST /refund/request with a key of its own unless one is given. */
    requestRefund: (body: unknown, key: string = randomUUID()) =>
      send('POST', '/refund/request', body, { 'Idempotency-Key': key }),
    as: (otherToken: string | null) => client(url, otherToken, observe),
  }
}
export type Client = ReturnType<typeof client>

export async function logIn(url: string, email: string, password: string, observe?: Observe): Promise<Client> {
  const { status, body } = await client(url, null, observe).post('/api/auth/login', { email, password })
  if (status !== 200) throw new Error(`login answered ${status} ${JSON.stringify(body)}`)
  return client(url, body.access_token, observe)
}

/** Asks until `accept` says yes; throws with the last answer after `msMax`. */
export async function until<T>(ask: () => Promise<T>, accept: (answer: T) => boolean, msMax = 10_000): Promise<T> {
  const deadline = Date.now() + msMax
  for (;;) {
    const answer = await ask()
    if (accept(answer)) return answer
    if (Date.now() > deadline) throw new Error(`not within ${msMax} ms; last: ${JSON.stringify(answer)}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
