import { UsageError } from '#terminal/command-line.ts'
import { anyInstant, storable } from '#values/instant.ts'

/** A point in time: all events up to a position of the log, or up to a time. */
export type AsOfPoint = {
  schema: string
  upTo: { position: bigint } | { time: Date }
}

/** PostgreSQL stores positions as bigint. */
const POSITION_MAX = 2n ** 63n - 1n
const Time = anyInstant.refine(...storable)

/** Throws UsageError for a text that is neither a position nor a time, and for a future time. */
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

/** Whether `parseAsOfPoint` makes this schema name. Other schemas with this prefix are left alone. */
export function isAsOfSchema(schema: string): boolean {
  return /^until_(\d+|\d{8}_\d{6}_\d{3})$/.test(schema)
}
