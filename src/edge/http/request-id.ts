import { newId } from '#ids.ts'

const ACCEPTED = /^[A-Za-z0-9_-]{8,128}$/

/** The caller's X-Request-Id when it is fit for logs and headers, otherwise a fresh one. */
export function requestIdOf({ headers }: { headers: Record<string, string | string[] | undefined> }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : newId('req')
}
