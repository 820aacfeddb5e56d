import { inDigits, type ProgressLine } from '#terminal/progress.ts'
import type { DataSetReader } from './labelled.ts'
import { createReplay, type ReplayOptions, type Table } from './replay.ts'

export type Played = { table: Table; hashes: Record<string, string> }

/** A data set, read and replayed. */
export async function played(read: DataSetReader, progress: ProgressLine, options?: ReplayOptions): Promise<Played> {
  const replay = createReplay(options)
  let count = 0
  const hashes = await read(transaction => {
    replay.take(transaction)
    count += 1
    progress.show(() => `${inDigits(count)} transactions read`)
  })
  return { table: replay.table(), hashes }
}
