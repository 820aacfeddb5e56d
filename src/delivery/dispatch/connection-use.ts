import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** How one request uses its connection. */
export type ConnectionUse = {
  /** Requests went out on it before. */
  isReused: boolean
  /** Not a byte has come back since the request went out. */
  isUnanswered(): boolean
}

/** Requests sent so far, by connection. */
const sent = new WeakMap<Socket, number>()
let starting: ((use: ConnectionUse) => void) | null = null

/**
 * Tells on which connection the request goes out that is being started: to be called in its `onRequestStart`. undici names the
 * connection on a diagnostics channel, directly after that call and before it writes.
 */
export function onConnectionUse(take: (use: ConnectionUse) => void): void {
  starting = take
}

/** Makes a connection known; those of other clients in the process are of no interest. */
export function trackConnection(socket: Socket): void {
  sent.set(socket, 0)
}

subscribe('undici:client:sendHeaders', message => {
  const { socket } = message as { socket: Socket }
  const before = sent.get(socket)
  if (before === undefined) return
  sent.set(socket, before + 1)
  const { bytesRead } = socket
  starting?.({ isReused: before > 0, isUnanswered: () => socket.bytesRead === bytesRead })
  starting = null
})
