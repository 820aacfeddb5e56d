import type { Database } from '#edge/postgres/pool.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { JobHandler } from './job-runner.ts'
import type { ScheduledJob } from './job-store.ts'

/** Schedules jobs for events. The handler decides whether a job is still to be done, so a job too many is cheap. */
export type Reaction = {
  /** Also the name of its checkpoint. */
  name: string
  prefixes: readonly string[]
  /**
   * Bump with the prefixes, in a migration too (`LogSubscriptionOptions`). Processes of the older version still run its
   * queues, so jobs that their handlers do not know go into another queue.
   */
  version?: number
  /** How long events wait for those that cancel their jobs. */
  batchDelayMs?: number
  /** Events of the history that are older leave no job. No limit by default. */
  ageMsMax?: number
  /** Pure; throws for a poison event, which is parked. */
  schedule(event: Recorded<DomainEvent>): ScheduledJob[]
  /** The jobs of earlier events that an event cancels before they are stored. */
  cancel(event: Recorded<DomainEvent>): JobCancellation[]
}

/** One job, or all whose ids have this prefix. */
export type Cancelled = { id: string } | { idsFrom: string }
export type JobCancellation = { queue: string } & Cancelled

export type JobQueue = {
  name: string
  handler: JobHandler
  concurrency?: number
  /** A longer lag means that no process runs the job. A backlog after an outage must be done well within it. */
  lagMsMax: number
}

export type Candidate = { id: string; stream: string }

/** Finds jobs that are missing from their queue by read models. These may be behind, so the stream decides. */
export type OverdueRule = {
  queue: string
  /** The read models that are queried. While one of them is behind, the check sees nothing new. */
  readModels: readonly { name: string; prefixes: readonly string[] }[]
  /** All jobs outstanding for `olderThanMs`, page by page. A full poll may cost more than the others. */
  candidates(db: Database, poll: { olderThanMs: number; isFull: boolean }): AsyncIterable<Candidate[]>
  /** The job to schedule; null when, by the stream, it is done. */
  outstanding(candidate: Candidate): Promise<ScheduledJob | null>
}

export type JobParts = {
  queues: JobQueue[]
  overdueRules: OverdueRule[]
  /** For health: what an operator should look into. Polled every few seconds. */
  notes?(): Promise<string[]>
}

export type ReactionParts = JobParts & { reactions: Reaction[] }

/** What an operator does after the event store was replaced or restored. */
export function restoreAdvice({ name }: Reaction): string {
  return `delete the row "${name}" of ops.checkpoints: open jobs are found again in the log`
}
