import { subscribe } from 'node:diagnostics_channel'
import type { ClientHttp2Stream } from 'node:http2'

/**
 * All calls of a process share one connection, and HTTP/2 lets a connection carry 64 KiB at a time, however many
 * streams it has (RFC 9113, 6.9.2). With thirty subscriptions that catch up, a small answer would wait for seconds
 * behind them, and the connection would be taken for dead. Neither the client nor gRPC can widen the connection's
 * window alone; the window of a stream stays at 64 KiB, which bounds memory.
 */
export const WINDOW_BYTES = 8 * 1024 * 1024

/** Once per connection, at its first stream. Connections of other HTTP/2 clients in this process get it too. */
subscribe('http2.client.stream.created', message => {
  const { session } = (message as { stream: ClientHttp2Stream }).stream
  if (session === undefined || session.connecting || session.destroyed) return
  const { effectiveLocalWindowSize = WINDOW_BYTES } = session.state
  if (effectiveLocalWindowSize < WINDOW_BYTES) session.setLocalWindowSize(WINDOW_BYTES)
})
