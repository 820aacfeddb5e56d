import type { LookupFunction } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import { Agent, buildConnector } from 'undici'
import type { DeliveryLimits } from '#delivery/limits.ts'
import type { AddressRule } from '#edge/outbound/addresses.ts'
import { type Resolve, ResolveFailed } from '#edge/outbound/resolve.ts'
import { trackConnection } from './connection-use.ts'

/** Below the usual 5 s of receivers, so that a request rarely meets a connection that is being closed. */
const KEEP_ALIVE_MS = 4_000
const KEEP_ALIVE_MS_MAX = 30_000

type Options = {
  resolve: Resolve
  allows: AddressRule
  /** PEM of certificate authorities, trusted in addition to Node's. */
  ca: string | undefined
  limits: DeliveryLimits
  onConnect(): void
}

export type Agents = { keepAlive: Agent; singleUse: Agent }

/**
 * The HTTPS client of deliveries: HTTP/1.1, verified certificates, no redirects, decompression or proxy. It connects
 * only to addresses that were just resolved and allowed. Node does not look up address literals, so these are checked
 * before; the address of the socket is checked after connecting.
 */
export function createAgents({ resolve, allows, ca, limits, onConnect }: Options): Agents {
  const lookup: LookupFunction = (host, _options, callback) => {
    resolve(host).then(
      addresses => {
        const found = addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
        callback(null, found)
      },
      error => callback(error, []),
    )
  }
  const connect = buildConnector({
    allowH2: false,
    timeout: limits.attemptMs,
    lookup,
    autoSelectFamily: true,
    // Created once: reading all authorities takes 0.1 s.
    ...(ca === undefined ? {} : { secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) }),
  })
  const guarded: buildConnector.connector = (target, callback) => {
    const literal = target.hostname.replace(/^\[|\]$/g, '')
    if (/^[\d.]+$|:/.test(literal) && !allows(literal)) {
      callback(new ResolveFailed('address_refused', `${literal} is not a public address`), null)
      return
    }
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      if (!allows(socket.remoteAddress ?? '')) {
        socket.destroy()
        return callback(new ResolveFailed('address_refused', `${socket.remoteAddress} is not a public address`), null)
      }
      trackConnection(socket)
      onConnect()
      callback(null, socket)
    })
  }
  const shared = {
    connect: guarded,
    // The pool needs it too: otherwise it opens one connection per host and queues the other requests.
    allowH2: false,
    // Queues limit requests per endpoint, not per host. Twice as many requests as slots can be in flight.
    connections: 2 * limits.inFlightMax,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
    maxHeaderSize: limits.responseBytes,
  }
  // In undici, `pipelining: 0` closes the connection after one request.
  return { keepAlive: new Agent({ ...shared, pipelining: 1 }), singleUse: new Agent({ ...shared, pipelining: 0 }) }
}
