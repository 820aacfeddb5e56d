import { shared } from '#subscription/group-commit.ts'
import { type LogSubscription, type LogSubscriptionDeps, startLogSubscription } from '#subscription/log-subscription.ts'
import { parkEvents, withParking } from '#subscription/parked-events.ts'
import { beginHistory } from './history-state.ts'
import { type ScheduledJob, scheduleJobs } from './job-store.ts'
import { outcomeOf } from './outcome.ts'
import { type Reaction, restoreAdvice } from './reaction.ts'

/**
 * Stores the jobs of each batch of events in the transaction that moves the checkpoint. The first start is at the end
 * of the log, so that new events do not wait for old ones; `history.ts` processes those.
 */
export function startReaction(
  deps: LogSubscriptionDeps,
  reaction: Reaction,
  onScheduled: (job: ScheduledJob) => void,
): LogSubscription {
  const { name, prefixes, version, batchDelayMs } = reaction
  return startLogSubscription(deps, {
    name,
    prefixes,
    ...(version === undefined ? {} : { version }),
    ...(batchDelayMs === undefined ? {} : { batchDelayMs }),
    from: 'end',
    onFirstCheckpoint: (tx, position) => beginHistory(tx, name, position),
    restoreAdvice: restoreAdvice(reaction),
    handle: withParking({ subscription: name, log: deps.log }, async ({ events, position }, writer) => {
      const { jobs, parked } = outcomeOf(reaction, events)
      await writer.commit(events, position, tx => parkEvents(tx, name, parked), shared(scheduleJobs, jobs))
      for (const job of jobs) onScheduled(job)
      for (const { event, reason } of parked)
        deps.log.error({ reaction: name, stream: event.stream, revision: event.revision, reason }, 'event parked')
    }),
  })
}
