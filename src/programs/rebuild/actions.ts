import type { Projection } from '#declarations/read-model.ts'
import { isUnavailable } from '#edge/unavailable.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { buildAsOf } from '#projector/as-of-build.ts'
import type { AsOfPoint } from '#projector/as-of-point.ts'
import { type BuildDeps, type BuildOptions, buildReadModel } from '#projector/build.ts'
import { verifyReadModel } from '#projector/verify.ts'
import { CheckpointMoved } from '#subscription/checkpoint.ts'
import { LeaseLost } from '#subscription/lease.ts'
import { PoisonEvent } from '#subscription/poison-event.ts'
import { formatCount } from '#terminal/progress.ts'
import { OperationalError } from '#values/operational-error.ts'
import { builtMessage, differenceLines, formatDuration } from './messages.ts'
import type { ProgressReporter } from './progress-reporter.ts'

/** Prints the result for one read model. Returns null, or the reason of a failure ('' where it is printed already). */
export type RebuildAction = (
  deps: BuildDeps,
  projection: Projection,
  signal: AbortSignal,
  reporter: ProgressReporter,
  options: BuildOptions,
) => Promise<string | null>

export const rebuild: RebuildAction = async (deps, projection, signal, reporter, options) => {
  const built = await buildReadModel(deps, projection, signal, options)
  if (built === 'taken') return 'another process is rebuilding it'
  reporter.last(`rebuilt ${builtMessage(built)} and swapped in`)
  return null
}

export const verify: RebuildAction = async (deps, projection, signal, reporter, options) => {
  const verified = await verifyReadModel(deps, projection, signal, options)
  if (verified === 'taken') return 'another process is comparing it'
  const { tables, at, events, seconds } = verified
  const differing = tables.reduce((sum, table) => sum + table.differing, 0)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const where = at === null ? 'before any event' : `at position ${at}`
  const compared = `${formatCount(rows)} rows, rebuilt from ${formatCount(events)} events in ${formatDuration(seconds)}, ${where}`
  if (differing === 0) reporter.last(`equal: ${compared}`)
  else reporter.last(`${formatCount(differing)} rows differ: ${compared}`)
  for (const line of differenceLines(tables)) console.log(line)
  return differing === 0 ? null : ''
}

export function buildAsOfAction(point: AsOfPoint): RebuildAction {
  return async (deps, projection, signal, reporter, options) => {
    const built = await buildAsOf(deps, projection, point, signal, options)
    if (built === 'taken') return 'another process is building the same'
    reporter.last(`${point.schema}.${projection.name} built ${builtMessage(built)}`)
    return null
  }
}

export function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return signal.reason instanceof OperationalError ? signal.reason.message : 'interrupted'
  if (error instanceof OperationalError) return error.message
  if (error instanceof PoisonEvent)
    return `${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`
  if (error instanceof StoreUnavailable)
    return 'the event store was lost; run it again, it continues from what was written'
  if (error instanceof LeaseLost || error instanceof CheckpointMoved || isAbortedOrUnavailable(error))
    return 'PostgreSQL was lost, or another process took over; run it again, it continues from what was written'
  throw error
}

function isAbortedOrUnavailable(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || isUnavailable(error))
}
