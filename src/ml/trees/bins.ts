export type Matrix = { features: readonly string[]; rows: number; columns: readonly Float32Array[] }

/** At most 256 ordered bins. Bin b holds values above edge b − 1 and up to edge b; the last one has no edge. */
export type BinnedColumn = { edges: Float32Array; bins: Uint8Array }

/** One byte. */
export const BINS_MAX = 256

/** A frequent value gets a bin of its own; the others share the rest in bins of about equal size. */
export function binColumn(column: Float32Array): BinnedColumn {
  const edges = edgesOf(column.toSorted())
  const bins = new Uint8Array(column.length)
  for (let row = 0; row < column.length; row += 1) bins[row] = binOf(edges, column[row]!)
  return { edges, bins }
}

function edgesOf(sorted: Float32Array): Float32Array {
  const { values, counts } = runsOf(sorted)
  const isFew = values.length <= BINS_MAX
  const heavyMin = sorted.length / BINS_MAX
  const heavy = counts.filter(count => count > heavyMin)
  // A bin that ends before a frequent value may be half empty.
  const shared = Math.max(1, BINS_MAX - 2 * heavy.length)
  const rowsMin = isFew ? 1 : (sorted.length - heavy.reduce((sum, count) => sum + count, 0)) / shared
  const edges: number[] = []
  let rows = 0
  for (let at = 0; at < values.length - 1 && edges.length < BINS_MAX - 1; at += 1) {
    rows += counts[at]!
    if (rows < rowsMin && counts[at]! <= heavyMin && counts[at + 1]! <= heavyMin) continue
    edges.push(values[at]!)
    rows = 0
  }
  return Float32Array.from(edges)
}

function runsOf(sorted: Float32Array): { values: number[]; counts: number[] } {
  const values: number[] = []
  const counts: number[] = []
  for (let at = 0; at < sorted.length; at += 1) {
    if (at === 0 || sorted[at] !== sorted[at - 1]) {
      values.push(sorted[at]!)
      counts.push(0)
    }
    counts[counts.length - 1]! += 1
  }
  return { values, counts }
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
