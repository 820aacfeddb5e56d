import { createServer } from 'node:net'
import type { Config } from '#config/config.ts'
import { OperationalError } from '#values/operational-error.ts'

type ListenAddress = Pick<Config, 'HOST' | 'PORT'>

/** Reports a port in use before anything else starts. Connections are reset until the API listens. */
export async function reservePort({ HOST, PORT }: ListenAddress): Promise<{ release(): void }> {
  // The system picks a port when the API listens.
  if (PORT === 0) return { release: () => {} }
  const reservation = createServer(socket => socket.resetAndDestroy())
  await new Promise<void>((resolve, reject) => {
    reservation.once('error', error => reject(toListenError(error, { HOST, PORT })))
    reservation.listen({ host: HOST, port: PORT }, resolve)
  })
  return { release: () => void reservation.close() }
}

/** Explains how to fix an address that can't be listened on. */
export function toListenError(error: unknown, { HOST, PORT }: ListenAddress): unknown {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new OperationalError(
        `port ${PORT} of ${HOST} is in use: stop the process that listens there, or set PORT to another one (0 picks a free one)`,
      )
    case 'EACCES':
      return new OperationalError(`port ${PORT} may not be used by this user: set PORT to one from 1024`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperationalError(
        `HOST ${HOST} is not an address of this machine: set it to one that is, or to 0.0.0.0 for all`,
      )
    default:
      return error
  }
}
