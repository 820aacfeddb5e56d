import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const LINE_FEED = 0x0a

/** Yields to the event loop between parts of a large chunk. `onProgress` gets the bytes read so far. */
export async function* readInParts(
  input: AsyncIterable<Buffer>,
  partBytesMax: number,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of input)
    for (let start = 0; start < chunk.length; start += partBytesMax) {
      const part = chunk.subarray(start, start + partBytesMax)
      if (start > 0) await yieldToEventLoop()
      yield part
      bytes += part.length
      onProgress(bytes)
    }
}

/** Splits chunks into lines with their line feeds. A line longer than the limit is reported once and skipped. */
export function createLineSplitter(bytesMax: number, handlers: { line(line: Buffer): void; tooLong(): void }) {
  /** The incomplete line. The buffer doubles as it grows, so that a line in many chunks is not copied for each. */
  let pending = Buffer.alloc(0)
  let length = 0
  let isTooLong = false

  function append(part: Buffer): void {
    if (pending.length < length + part.length) {
      const larger = Buffer.allocUnsafe(2 * (length + part.length))
      pending.copy(larger, 0, 0, length)
      pending = larger
    }
    part.copy(pending, length)
    length += part.length
  }

  function completeLine(part: Buffer): Buffer {
    const line = length === 0 ? part : Buffer.concat([pending.subarray(0, length), part])
    length = 0
    return line
  }

  return {
    push(chunk: Buffer): void {
      let start = 0
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        const part = chunk.subarray(start, end + 1)
        start = end + 1
        if (isTooLong) isTooLong = false
        else handlers.line(completeLine(part))
      }
      if (isTooLong || start === chunk.length) return
      append(chunk.subarray(start))
      if (length <= bytesMax) return
      isTooLong = true
      length = 0
      handlers.tooLong()
    },
    end(): void {
      if (length > 0) handlers.line(completeLine(Buffer.alloc(0)))
    },
  }
}
