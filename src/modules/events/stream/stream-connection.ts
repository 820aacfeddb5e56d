import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** What waits in memory for one reader; the operating system buffers as much again. */
const UNSENT_BYTES_MAX = 2 ** 20
/** A reader that takes nothing for this long does not read. */
const STALLED_MS_MAX = 30_000
/** What was written may still be sent after the end. */
const END_MS_MAX = 1_000

export type StreamConnection = ReturnType<typeof openConnection>

/** Sends the head; `onClose` runs once, when the connection is closed by either side. */
export function openConnection(reply: FastifyReply, mediaType: string, onClose: () => void) {
  const { raw } = reply
  reply.header('content-type', mediaType)
  reply.header('cache-control', 'no-store, no-transform')
  // nginx would collect the messages.
  reply.header('x-accel-buffering', 'no')
  reply.hijack()
  raw.once('close', onClose)
  // A reader that resets the connection is gone, which `close` reports.
  raw.on('error', () => undefined)
  raw.writeHead(200, reply.getHeaders() as Record<string, string | number>)
  raw.flushHeaders()
  let taken = { bytes: 0, atMs: performance.now() }

  const isOver = () => raw.writableEnded || raw.destroyed

  function write(text: string): boolean {
    if (isOver()) return false
    const isFree = raw.write(text)
    // Its position is in its last id, so it goes on there.
    if (raw.writableLength > UNSENT_BYTES_MAX) raw.destroy()
    return isFree
  }

  return {
    isOver,
    /** Never waits: a reader that lets too much wait is cut off. */
    write,
    /** Waits until the reader has taken what was written before. Rejects on abort. */
    async writeAll(texts: readonly string[], signal: AbortSignal): Promise<void> {
      for (const text of texts) if (!write(text) && !isOver()) await once(raw, 'drain', { signal })
    },
    cutOffIfStalled(): void {
      const bytes = takenBytes(raw)
      if (raw.writableLength === 0 || bytes > taken.bytes) taken = { bytes, atMs: performance.now() }
      else if (performance.now() - taken.atMs > STALLED_MS_MAX) raw.destroy()
    },
    end(): void {
      if (isOver()) return
      raw.end()
      setTimeout(() => raw.destroy(), END_MS_MAX).unref()
    },
  }
}

function takenBytes({ socket }: ServerResponse): number {
  return socket === null ? 0 : socket.bytesWritten - socket.writableLength
}
