import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { JobHandler } from './job-runner.ts'
import { causeOf, type ScheduledJob } from './job-store.ts'
import type { Cancelled, Candidate, JobParts, OverdueRule, Reaction } from './reaction.ts'

export type Process<Needs> = {
  /** The name of its job queue. Permanent: jobs are stored under it. */
  queue: string
  /** Pure. Throws for a poison event, which is then parked. */
  schedule(event: Recorded<DomainEvent>): Pick<ScheduledJob, 'id' | 'dueInMs'>[]
  /** Unstored jobs of earlier events that an event cancels. Pure. The handler of a stored one finds nothing to do. */
  cancel?(event: Recorded<DomainEvent>): Cancelled[]
  /** Made once at the start. It handles one job; the stream decides what is left to do. */
  handler(service: Needs): JobHandler
  concurrency?: number
  /** As in `JobQueue`. */
  lagMsMax: number
  /** Absent where no read model shows that a job is missing. */
  overdue?(service: Needs): OverdueCheck
}

export type OverdueCheck = Pick<OverdueRule, 'readModels' | 'candidates'> & {
  /** The event that the job results from; null when, by the stream, the job is done. */
  outstanding(candidate: Candidate): Promise<Recorded<DomainEvent> | null>
  dueInMs?: number
}

export type Poll = Parameters<OverdueCheck['candidates']>[1]

/** One checkpoint in the log, and the processes that its events feed. */
export type Subscription<Needs> = Omit<Reaction, 'schedule' | 'cancel'> & { processes: readonly Process<Needs>[] }

/** They need no started service. */
export function reactionsOf(subscriptions: readonly Subscription<never>[]): Reaction[] {
  return subscriptions.map(({ processes, ...subscription }) => ({
    ...subscription,
    schedule: event =>
      processes.flatMap(({ queue, schedule }) => schedule(event).map(job => ({ ...causeOf(event), queue, ...job }))),
    cancel: event =>
      processes.flatMap(({ queue, cancel }) =>
        (cancel?.(event) ?? []).map(cancellation => ({ queue, ...cancellation })),
      ),
  }))
}

export function jobPartsOf<Needs>(subscriptions: readonly Subscription<Needs>[], service: Needs): JobParts {
  const processes = subscriptions.flatMap(subscription => subscription.processes)
  return {
    queues: processes.map(({ queue, handler, concurrency, lagMsMax }) => ({
      ...{ name: queue, handler: handler(service), lagMsMax },
      ...(concurrency === undefined ? {} : { concurrency }),
    })),
    overdueRules: processes.flatMap(({ queue, overdue }) => {
      if (overdue === undefined) return []
      const { readModels, candidates, outstanding, dueInMs = 0 } = overdue(service)
      const outstandingJob = async (candidate: Candidate) => {
        const event = await outstanding(candidate)
        return event === null ? null : { ...causeOf(event), queue, id: candidate.id, dueInMs }
      }
      return [{ queue, readModels, candidates, outstanding: outstandingJob }]
    }),
  }
}
