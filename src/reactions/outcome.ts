import { isReadable, type LogEvent } from '#event-sourcing/event-store.ts'
import { reasonOf } from '#subscription/error-classification.ts'
import type { ParkedEvent } from '#subscription/parked-events.ts'
import type { ScheduledJob } from './job-store.ts'
import type { JobCancellation, Reaction } from './reaction.ts'

/** `parked`: poison events. They must not block the events after them. */
type ReactionOutcome = { cancelled: JobCancellation[]; jobs: ScheduledJob[]; parked: ParkedEvent[] }

/** A job that the batch itself cancels is never stored. */
export function outcomeOf(reaction: Reaction, events: readonly LogEvent[]): ReactionOutcome {
  const jobs = new Map<string, ScheduledJob>()
  const cancelled: JobCancellation[] = []
  const parked: ParkedEvent[] = []
  for (const event of events) {
    if (!isReadable(event)) {
      parked.push({ event, reason: event.unreadable })
      continue
    }
    try {
      for (const cancellation of reaction.cancel(event)) {
        cancelled.push(cancellation)
        if ('id' in cancellation) jobs.delete(keyOf(cancellation))
        else
          for (const key of jobs.keys())
            if (key.startsWith(keyOf({ ...cancellation, id: cancellation.idsFrom }))) jobs.delete(key)
      }
      for (const job of reaction.schedule(event)) jobs.set(keyOf(job), job)
    } catch (error) {
      parked.push({ event, reason: reasonOf(error) })
    }
  }
  return { cancelled, jobs: [...jobs.values()], parked }
}

function keyOf({ queue, id }: { queue: string; id: string }): string {
  return `${queue} ${id}`
}
