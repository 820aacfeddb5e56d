/** In UTF-16 units; `end` is exclusive. */
export type Span = { start: number; end: number }

/** A text derived from a source: per UTF-16 unit, the span of the source that it comes from. */
export type MappedText = { text: string; starts: Uint32Array; ends: Uint32Array }

/** The source span of a span that is not empty. */
export function sourceSpanOf({ starts, ends }: MappedText, { start, end }: Span): Span {
  return { start: starts[start]!, end: ends[end - 1]! }
}

/** A builder. The capacity doubles, so that building takes linear time. */
export function createMappedText(lengthExpected: number) {
  let capacity = Math.max(16, lengthExpected)
  let units = new Uint16Array(capacity)
  let starts = new Uint32Array(capacity)
  let ends = new Uint32Array(capacity)
  let length = 0

  function grow(): void {
    capacity *= 2
    units = new Uint16Array(units.buffer.transfer(capacity * Uint16Array.BYTES_PER_ELEMENT))
    starts = new Uint32Array(starts.buffer.transfer(capacity * Uint32Array.BYTES_PER_ELEMENT))
    ends = new Uint32Array(ends.buffer.transfer(capacity * Uint32Array.BYTES_PER_ELEMENT))
  }

  return {
    get length() {
      return length
    },
    unit(unit: number, start: number, end: number): void {
      if (length === capacity) grow()
      units[length] = unit
      starts[length] = start
      ends[length] = end
      length += 1
    },
    /** Extends the source span of the last unit. */
    extend(end: number): void {
      ends[length - 1] = end
    },
    lastUnit: () => (length === 0 ? -1 : units[length - 1]!),
    build: (): MappedText => ({
      text: Buffer.from(units.buffer, 0, length * 2).toString('utf16le'),
      starts: starts.slice(0, length),
      ends: ends.slice(0, length),
    }),
  }
}
