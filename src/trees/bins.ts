/** Rows by features, column by column; values are float32. */
export type Matrix = { features: readonly string[]; rows: number; columns: readonly Float32Array[] }

/** A column in at most 256 ordered bins. Bin b holds what is greater than edge b − 1 and at most edge b; the last one has no edge. */
export type Binned = { edges: Float32Array; bins: Uint8Array }

const BINS_MAX = 256

/** Bins of about as many rows each, the edges being values that occur; a column with few values has a bin for each. */
export function binned(column: Float32Array): Binned {
  const sorted = column.toSorted()
  const rowsMin = distinctOf(sorted) <= BINS_MAX ? 1 : sorted.length / BINS_MAX
  const edges: number[] = []
  let begun = 0
  for (let at = 0; at < sorted.length - 1 && edges.length < BINS_MAX - 1; at += 1) {
    if (sorted[at] === sorted[at + 1] || at + 1 - begun < rowsMin) continue
    edges.push(sorted[at]!)
    begun = at + 1
  }
  const all = Float32Array.from(edges)
  return { edges: all, bins: Uint8Array.from(column, value => binOf(all, value)) }
}

function distinctOf(sorted: Float32Array): number {
  let values = Math.min(sorted.length, 1)
  for (let at = 1; at < sorted.length; at += 1) if (sorted[at] !== sorted[at - 1]) values += 1
  return values
}

function binOf(edges: Float32Array, value: number): number {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= edges[middle]!) high = middle
    else low = middle + 1
  }
  return low
}
