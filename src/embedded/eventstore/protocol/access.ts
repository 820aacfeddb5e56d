import { createHash, timingSafeEqual } from 'node:crypto'
import type { Metadata } from '@grpc/grpc-js'
import { accessDenied, type StatusError, unauthenticated } from './errors.ts'

export interface Credentials {
  readonly user: string
  readonly password: string
}

export type AccessCheck = (metadata: Metadata) => StatusError | undefined

/** Like a real server started with `--insecure`. */
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

/** Equal lengths, for the comparison in constant time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
