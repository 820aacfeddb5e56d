import type { IncomingHttpHeaders } from 'node:http'

/** The scheme may be in any case. */
export function parseBearerToken(headers: IncomingHttpHeaders): string | undefined {
  const value = headers.authorization
  if (value === undefined) return undefined
  const token = /^Bearer +([\w~+/.-]+=*) *$/i.exec(value)?.[1]
  return token
}
