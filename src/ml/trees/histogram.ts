import { BINS_MAX, type BinnedColumn } from './bins.ts'

/** A slot is a 16-bit number. */
export const COLUMNS_MAX = 2 ** 16 / BINS_MAX

/**
 * Row-major, because a histogram reads all columns of a row. Slots of each column's most frequent bin are omitted:
 * their sum is the node's sum minus all others.
 */
type SparseBins = { starts: Uint32Array; slots: Uint16Array; usual: Uint8Array }

export function sparseOf(columns: readonly BinnedColumn[], rows: number): SparseBins {
  const usual = Uint8Array.from(columns, ({ bins }) => mostFrequent(bins))
  const starts = new Uint32Array(rows + 1)
  for (const [column, { bins }] of columns.entries())
    for (let row = 0; row < rows; row += 1) if (bins[row] !== usual[column]) starts[row + 1]! += 1
  for (let row = 0; row < rows; row += 1) starts[row + 1]! += starts[row]!
  const slots = new Uint16Array(starts[rows]!)
  const next = starts.slice()
  for (const [column, { bins }] of columns.entries())
    for (let row = 0; row < rows; row += 1)
      if (bins[row] !== usual[column]) slots[next[row]!++] = column * BINS_MAX + bins[row]!
  return { starts, slots, usual }
}

function mostFrequent(bins: Uint8Array): number {
  const counts = new Uint32Array(BINS_MAX)
  for (let row = 0; row < bins.length; row += 1) counts[bins[row]!]! += 1
  return counts.indexOf(Math.max(...counts))
}

export type Sums = { gradient: number; hessian: number }
export type HistogramInput = { sparse: SparseBins; gradients: Float64Array; hessians: Float64Array }

/** Gradient and hessian of each slot. */
export function histogramOf(
  { sparse: { starts, slots, usual }, gradients, hessians }: HistogramInput,
  order: Int32Array,
  { begin, end, sums }: { begin: number; end: number; sums: Sums },
): Float64Array {
  const histogram = new Float64Array(usual.length * BINS_MAX * 2)
  for (let at = begin; at < end; at += 1) {
    const row = order[at]!
    const gradient = gradients[row]!
    const hessian = hessians[row]!
    const stop = starts[row + 1]!
    for (let index = starts[row]!; index < stop; index += 1) {
      const slot = slots[index]! * 2
      histogram[slot]! += gradient
      histogram[slot + 1]! += hessian
    }
  }
  for (let column = 0; column < usual.length; column += 1) {
    let { gradient, hessian } = sums
    const first = column * BINS_MAX * 2
    for (let slot = first; slot < first + BINS_MAX * 2; slot += 2) {
      gradient -= histogram[slot]!
      hessian -= histogram[slot + 1]!
    }
    const slot = first + usual[column]! * 2
    histogram[slot] = gradient
    histogram[slot + 1] = hessian
  }
  return histogram
}
