import { UsageError } from '#terminal/command-line.ts'
import { anyInstant, storable } from '#values/instant.ts'

/** A moment of the past: everything up to a place in the log, or up to a time. */
export type AsOfPoint = {
  /** Of the tables that show it. */
  schema: string
  upTo: { position: bigint } | { time: Date }
}

/** PostgreSQL keeps places as bigint. */
const POSITION_MAX = 2n ** 63n - 1n
const Time = anyInstant.refine(...storable)

/** Throws a UsageError for what is neither a place nor a time, and for what is still to come. */
export function parseAsOfPoint(text: string, now: Date): AsOfPoint {
  if (/^\d+$/.test(text)) {
    const position = BigInt(text)
    if (position > POSITION_MAX) throw new UsageError(`--until: ${text} is larger than any position`)
    return { schema: `until_${position}`, upTo: { position } }
  }
  const { success } = Time.safeParse(text)
  if (!success)
    throw new UsageError(
      `--until must be a position of the log, or a time with its offset as 2026-09-30T23:59:59.999Z; "${text}" is neither`,
    )
  const time = new Date(text)
  if (time >= now) throw new UsageError(`--until: ${text} is not past yet`)
  return { schema: `until_${schemaSuffix(time)}`, upTo: { time } }
}

/** `20260930_235959_999`, UTC. */
function schemaSuffix(time: Date): string {
  return time.toISOString().replaceAll(/[-:Z]/g, '').replaceAll(/[T.]/g, '_')
}

/** Whether a schema is one of those; what else somebody calls so is left alone. */
export function isAsOfSchema(schema: string): boolean {
  return /^until_(\d+|\d{8}_\d{6}_\d{3})$/.test(schema)
}
