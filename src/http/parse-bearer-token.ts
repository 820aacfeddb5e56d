import type { IncomingHttpHeaders } from 'node:http'

/** The token of `Authorization: Bearer <token>` (the scheme in any case), or undefined. Nothing else carries one. */
export function parseBearerToken(headers: IncomingHttpHeaders): string | undefined {
  const value = headers.authorization
  if (value === undefined) return undefined
  const token = /^Bearer +([\w~+/.-]+=*) *$/i.exec(value)?.[1]
  return token
}
