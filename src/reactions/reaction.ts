import type { Database } from '#edge/postgres/pool.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { JobHandler } from './job-runner.ts'
import type { ScheduledJob } from './job-store.ts'

/**
 * Which events leave something to be done. What is to be done, and whether it still is, a queue's step asks the stream itself:
 * arming too much costs a look, arming too little costs the work.
 */
export type Reaction = {
  /** Also the name of its follower: its place in the log is kept under it. */
  name: string
  /** Stream name prefixes. */
  prefixes: readonly string[]
  /**
   * Raised with the prefixes, in a migration too (`FollowerOptions`). Processes of the version before still work off their queues: what their steps know
   * nothing of goes into another one.
   */
  version?: number
  /** How long events may wait to be taken together with those that settle them, milliseconds. */
  batchDelayMs?: number
  /**
   * For how long, in milliseconds, what an event leaves to be done is worth doing: of what was before the first start only so much is looked at. For
   * ever unless said.
   */
  ageMsMax?: number
  /** What an event leaves to be done. Pure; throws for an event that makes no sense, which is set aside. */
  due(event: Recorded<DomainEvent>): ScheduledJob[]
  /** What an event settles of what earlier ones left: what is done by the time it is looked at is not armed. */
  strikes(event: Recorded<DomainEvent>): JobCancellation[]
}

/** One subject, or all whose id begins so. */
export type JobCancellation = { queue: string; id: string } | { queue: string; idsFrom: string }

/** Due work and the step that does it. */
export type JobQueue = {
  name: string
  step: JobHandler
  /** Subjects under way at the same time in this process. */
  concurrency?: number
  /** Work that has been due for longer means that nobody does it. A backlog after an outage must be worked off well within it. */
  lagMsMax: number
}

/** A subject that a read model takes for owed; `id` names it within the rule's queue. */
export type Candidate = { id: string; stream: string }

/**
 * How due work that is missing, whatever the cause, can be told from outside: by what read models say is owed. They may be
 * behind, so the stream has the last word.
 */
export type OverdueRule = {
  queue: string
  /** What is asked; while one of them stands still the rule sees nothing new. */
  readModels: readonly { name: string; prefixes: readonly string[] }[]
  /** All that has been owed for so long, page by page. `thorough` once in a while: a look that may cost more than the others. */
  candidates(db: Database, poll: { olderThanMs: number; isFull: boolean }): AsyncIterable<Candidate[]>
  /** What the stream says: the work that is to be armed, or nothing. */
  outstanding(candidate: Candidate): Promise<ScheduledJob | null>
}

/** Who does what is due in a module, and who sees that it is done. */
export type JobParts = {
  queues: JobQueue[]
  overdueRules: OverdueRule[]
  /** For health: what an operator should look at. Asked every few seconds. */
  notes?(): Promise<string[]>
}

/** All of it. */
export type ReactionParts = JobParts & { reactions: Reaction[] }

/** What an operator does when the event store is another one than a reaction has followed. */
export function restoreAdvice({ name }: Reaction): string {
  return `delete the row "${name}" of ops.checkpoints: what is open is found again in the log`
}
