const LINE_FEED = 0x0a

/** Cuts chunks into lines, each with its line feed; the last may have none. A line longer than the limit is told of once and passed over. */
export function createLines(bytesMax: number, take: { line(line: Buffer): void; tooLong(): void }) {
  let rest: Buffer = Buffer.alloc(0)
  let isTooLong = false
  return {
    push(chunk: Buffer): void {
      let start = 0
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        const part = chunk.subarray(start, end + 1)
        start = end + 1
        if (isTooLong) isTooLong = false
        else take.line(rest.length === 0 ? part : Buffer.concat([rest, part]))
        rest = Buffer.alloc(0)
      }
      if (isTooLong || start === chunk.length) return
      rest = Buffer.concat([rest, chunk.subarray(start)])
      if (rest.length <= bytesMax) return
      isTooLong = true
      rest = Buffer.alloc(0)
      take.tooLong()
    },
    end(): void {
      if (rest.length > 0) take.line(rest)
    },
  }
}
