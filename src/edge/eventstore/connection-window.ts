import { subscribe } from 'node:diagnostics_channel'
import type { ClientHttp2Stream } from 'node:http2'

/**
 * All subscriptions of a process and the answers that its callers wait for come over one connection, which HTTP/2 lets carry 64 KiB at a time,
 * however many streams it has (RFC 9113, 6.9.2): about one round trip's worth for thirty followers that have 40,000 events to catch up with.
 * An answer of a few bytes then takes seconds behind them, the line is taken for dead and left, and all of them begin again. Neither the client
 * nor gRPC has a setting for it that leaves alone what each stream may have under way, which bounds memory: that is 64 KiB still.
 */
export const WINDOW_BYTES = 8 * 1024 * 1024

/** Once per connection, at its first stream: it stands by then. Connections of other clients in this process carry more, too. */
subscribe('http2.client.stream.created', message => {
  const { session } = (message as { stream: ClientHttp2Stream }).stream
  if (session === undefined || session.connecting || session.destroyed) return
  const { effectiveLocalWindowSize = WINDOW_BYTES } = session.state
  if (effectiveLocalWindowSize < WINDOW_BYTES) session.setLocalWindowSize(WINDOW_BYTES)
})
