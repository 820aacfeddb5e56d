import { createServer } from 'node:net'
import type { Config } from '#config/config.ts'
import { OperationalError } from '#values/operational-error.ts'

type ListenAddress = Pick<Config, 'HOST' | 'PORT'>

/**
 * Takes the API's port for as long as the start takes, so that nothing is started for nothing when another process has it, and no
 * other takes it meanwhile. Who connects is turned away; the API itself takes the port in the moment in which it is let go.
 */
export async function reservePort({ HOST, PORT }: ListenAddress): Promise<{ release(): void }> {
  // There is nothing to hold: the system picks one when the API listens.
  if (PORT === 0) return { release: () => {} }
  const reservation = createServer(socket => socket.resetAndDestroy())
  await new Promise<void>((resolve, reject) => {
    reservation.once('error', error => reject(toListenError(error, { HOST, PORT })))
    reservation.listen({ host: HOST, port: PORT }, resolve)
  })
  return { release: () => void reservation.close() }
}

/** What to do about an address that can't be listened on; any other error as it is. */
export function toListenError(error: unknown, { HOST, PORT }: ListenAddress): unknown {
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return new OperationalError(
        `port ${PORT} of ${HOST} is in use: stop what listens there, or set PORT to another one (0 picks a free one)`,
      )
    case 'EACCES':
      return new OperationalError(`port ${PORT} may not be used by this user: set PORT to one from 1024`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new OperationalError(
        `HOST ${HOST} is no address of this machine: set it to one that is, or to 0.0.0.0 for all`,
      )
    default:
      return error
  }
}
