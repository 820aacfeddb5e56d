import { randomBytes } from 'node:crypto'

const ACCEPTED = /^[A-Za-z0-9_-]{8,128}$/
/** Unique per process. Requests are numbered, because randomness per request is expensive. */
const PROCESS_PREFIX = randomBytes(12).toString('base64url')
let lastNumber = 0

/** The caller's X-Request-Id if it is fit for logs and headers. */
export function requestIdOf({ headers }: { headers: Record<string, string | string[] | undefined> }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  lastNumber += 1
  return `req_${PROCESS_PREFIX}${lastNumber.toString(36)}`
}
