import { isReadable, type LoggedEvent, type UnreadableLogEvent } from '#event-sourcing/event-store.ts'
import { reasonOf } from '#subscription/error-classification.ts'
import type { ParkedEvent } from '#subscription/parked-events.ts'
import type { ScheduledJob } from './job-store.ts'
import type { JobCancellation, Reaction } from './reaction.ts'

/** `refused`: those that say nothing that can be understood. One of them is no reason to leave the others waiting: behind it are refunds of other people. */
type ReactionOutcome = { cancelled: JobCancellation[]; jobs: ScheduledJob[]; parked: ParkedEvent[] }

/** What a batch comes to, taken as a whole: what it makes due and settles itself is never stored. */
export function outcomeOf(reaction: Reaction, events: readonly (LoggedEvent | UnreadableLogEvent)[]): ReactionOutcome {
  const jobs = new Map<string, ScheduledJob>()
  const cancelled: JobCancellation[] = []
  const parked: ParkedEvent[] = []
  for (const event of events) {
    if (!isReadable(event)) {
      parked.push({ event, reason: event.unreadable })
      continue
    }
    try {
      for (const cancellation of reaction.strikes(event)) {
        cancelled.push(cancellation)
        if ('id' in cancellation) jobs.delete(keyOf(cancellation))
        else
          for (const key of jobs.keys())
            if (key.startsWith(keyOf({ ...cancellation, id: cancellation.idsFrom }))) jobs.delete(key)
      }
      for (const job of reaction.due(event)) jobs.set(keyOf(job), job)
    } catch (error) {
      parked.push({ event, reason: reasonOf(error) })
    }
  }
  return { cancelled, jobs: [...jobs.values()], parked }
}

function keyOf({ queue, id }: { queue: string; id: string }): string {
  return `${queue} ${id}`
}
