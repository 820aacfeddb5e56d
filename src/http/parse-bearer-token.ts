import type { IncomingHttpHeaders } from 'node:http'

/** The token of `Authorization: Bearer <token>` (scheme in any case). */
export function parseBearerToken(headers: IncomingHttpHeaders): string | undefined {
  const value = headers.authorization
  if (value === undefined) return undefined
  const token = /^Bearer +([\w~+/.-]+=*) *$/i.exec(value)?.[1]
  return token
}
