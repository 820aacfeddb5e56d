/** A part of a source, in UTF-16 units, without its end. */
export type Span = { start: number; end: number }

/** A text made of another one: unit by unit, which part of the other one each is made of. */
export type MappedText = { text: string; starts: Uint32Array; ends: Uint32Array }

/** The part of the first text that a part of a mapped one is made of; it holds at least a unit of the mapped text. */
export function sourceSpanOf({ starts, ends }: MappedText, { start, end }: Span): Span {
  return { start: starts[start]!, end: ends[end - 1]! }
}

/** A text in the making. It grows by doubling, so that making it takes time in proportion to its length. */
export function createMappedText(lengthExpected: number) {
  let capacity = Math.max(16, lengthExpected)
  let units = new Uint16Array(capacity)
  let starts = new Uint32Array(capacity)
  let ends = new Uint32Array(capacity)
  let length = 0

  function grow(): void {
    capacity *= 2
    const [more, moreStarts, moreEnds] = [
      new Uint16Array(capacity),
      new Uint32Array(capacity),
      new Uint32Array(capacity),
    ]
    more.set(units)
    moreStarts.set(starts)
    moreEnds.set(ends)
    ;[units, starts, ends] = [more, moreStarts, moreEnds]
  }

  return {
    get length() {
      return length
    },
    /** Adds a unit that is made of a part of the source. */
    unit(unit: number, start: number, end: number): void {
      if (length === capacity) grow()
      units[length] = unit
      starts[length] = start
      ends[length] = end
      length += 1
    },
    /** The last unit is made of what ends here, too. */
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
