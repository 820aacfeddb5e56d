import { formatCount, type ProgressLine } from '#terminal/progress.ts'
import type { DataSetReader } from './labelled.ts'
import { createReplay, type ReplayOptions, type Table } from './replay.ts'

export type ReplayedDataSet = { table: Table; hashes: Record<string, string> }

export async function replayDataSet(
  read: DataSetReader,
  progress: ProgressLine,
  options?: ReplayOptions,
): Promise<ReplayedDataSet> {
  const replay = createReplay(options)
  let count = 0
  const hashes = await read(transaction => {
    replay.take(transaction)
    count += 1
    progress.show(() => `${formatCount(count)} transactions read`)
  })
  return { table: replay.table(), hashes }
}
