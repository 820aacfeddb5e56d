import { createHash, timingSafeEqual } from 'node:crypto'
import type { Metadata } from '@grpc/grpc-js'
import { accessDenied, type StatusError, unauthenticated } from './errors.ts'

/** Who may call. One user who may do everything, or nobody is asked: users and stream access lists are left to a real server. */

export interface Credentials {
  readonly user: string
  readonly password: string
}

/** @returns why a call is refused; undefined lets it through. */
export type AccessCheck = (metadata: Metadata) => StatusError | undefined

/** An insecure node has no users, as a real one started with `--insecure`. */
export const allowAll: AccessCheck = () => undefined

export function basicAuth({ user, password }: Credentials): AccessCheck {
  const expected = digest(`${user}:${password}`)
  return metadata => {
    const header = String(metadata.get('authorization')[0] ?? '')
    if (header === '') return accessDenied()
    const [scheme, encoded = ''] = header.split(' ')
    const given = digest(Buffer.from(encoded, 'base64').toString('utf8'))
    return scheme?.toLowerCase() === 'basic' && timingSafeEqual(given, expected) ? undefined : unauthenticated()
  }
}

/** Hashes have one length, which is what a comparison in constant time needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
