import type { LookupFunction } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import { Agent, buildConnector } from 'undici'
import type { DeliveryLimits } from '#delivery/limits.ts'
import type { AddressRule } from '#edge/outbound/addresses.ts'
import { type Resolve, ResolveFailed } from '#edge/outbound/resolve.ts'
import { trackConnection } from './connection-use.ts'

/** Idle connections are dropped before the usual 5 s of receivers, so that a request seldom meets one being closed. */
const KEEP_ALIVE_MS = 4_000
const KEEP_ALIVE_MS_MAX = 30_000

type Options = {
  resolve: Resolve
  allows: AddressRule
  /** PEM of certificate authorities trusted beside the system's. */
  ca: string | undefined
  limits: DeliveryLimits
  onConnect(): void
}

/** `kept` uses a connection for many requests; `fresh` opens one for each. */
export type Agents = { keepAlive: Agent; singleUse: Agent }

/**
 * The HTTPS client of deliveries: HTTP/1.1, verified certificates, no redirects, no decompression, no proxy. A connection
 * goes to an address that was just resolved and allowed; literals, which Node does not look up, are checked before, and the
 * address really connected to is checked after.
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
    // Made once: to read all the authorities takes a tenth of a second, and would be done for every connection.
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
    // Said to the pool too: while it does not know, it opens one connection per host and lets the others wait.
    allowH2: false,
    // Lanes say how many requests an endpoint gets; a host that several endpoints share is no reason for one to wait.
    // Twice as many requests as slots may be under way.
    connections: 2 * limits.inFlightMax,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS_MAX,
    maxHeaderSize: limits.responseBytes,
  }
  // To undici no pipelining at all means that a connection is closed after its request.
  return { keepAlive: new Agent({ ...shared, pipelining: 1 }), singleUse: new Agent({ ...shared, pipelining: 0 }) }
}
