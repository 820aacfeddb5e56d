import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

export type ConnectionUse = {
  isReused: boolean
  isUnanswered(): boolean
}

const sent = new WeakMap<Socket, number>()
let starting: ((use: ConnectionUse) => void) | null = null

/**
 * Reports the connection of the request that is being started; call it in `onRequestStart`. undici publishes the
 * connection on a diagnostics channel directly after that call, before it writes.
 */
export function onConnectionUse(take: (use: ConnectionUse) => void): void {
  starting = take
}

/** Connections of other clients in the process are ignored. */
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
