import type { Projection } from '#declarations/read-model.ts'
import { isUnavailable } from '#edge/unavailable.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { type BuildDeps, type BuildOptions, buildReadModel } from '#projector/build.ts'
import type { AsOfPoint } from '#projector/moment.ts'
import { buildPast } from '#projector/past.ts'
import { verifyReadModel } from '#projector/verify.ts'
import { CheckpointMoved } from '#subscription/checkpoint.ts'
import { EventRefused } from '#subscription/event-refused.ts'
import { LeaseLost } from '#subscription/leaders.ts'
import { PlainError } from '#values/plain-error.ts'
import type { Teller } from './teller.ts'
import { builtWords, differenceWords, inDigits, inTime } from './words.ts'

/** Does it with one read model and says what came of it; why nothing did, or null. */
export type Deed = (
  deps: BuildDeps,
  projection: Projection,
  signal: AbortSignal,
  told: Teller,
  options: BuildOptions,
) => Promise<string | null>

export const rebuild: Deed = async (deps, projection, signal, told, options) => {
  const built = await buildReadModel(deps, projection, signal, options)
  if (built === 'taken') return 'another process is rebuilding it'
  told.last(`rebuilt ${builtWords(built)} and swapped in`)
  return null
}

export const verify: Deed = async (deps, projection, signal, told, options) => {
  const verified = await verifyReadModel(deps, projection, signal, options)
  if (verified === 'taken') return 'another process is comparing it'
  const { tables, at, events, seconds } = verified
  const differing = tables.reduce((sum, table) => sum + table.differing, 0)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const where = at === null ? 'before any event' : `at position ${at}`
  const compared = `${inDigits(rows)} rows, rebuilt from ${inDigits(events)} events in ${inTime(seconds)}, ${where}`
  if (differing === 0) told.last(`equal: ${compared}`)
  else told.last(`${inDigits(differing)} rows differ: ${compared}`)
  for (const line of differenceWords(tables)) console.log(line)
  return differing === 0 ? null : ''
}

export function buildUntil(moment: AsOfPoint): Deed {
  return async (deps, projection, signal, told, options) => {
    const built = await buildPast(deps, projection, moment, signal, options)
    if (built === 'taken') return 'another process is building the same'
    told.last(`${moment.schema}.${projection.name} built ${builtWords(built)}`)
    return null
  }
}

/** Throws what nobody expected. */
export function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return signal.reason instanceof PlainError ? signal.reason.message : 'interrupted'
  if (error instanceof PlainError) return error.message
  if (error instanceof EventRefused)
    return `${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`
  if (error instanceof StoreUnavailable)
    return 'the event store was lost; run it again, it goes on from what was written'
  if (error instanceof LeaseLost || error instanceof CheckpointMoved || isAbortedOrUnavailable(error))
    return 'PostgreSQL was lost, or another process took over; run it again, it goes on from what was written'
  throw error
}

function isAbortedOrUnavailable(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || isUnavailable(error))
}
