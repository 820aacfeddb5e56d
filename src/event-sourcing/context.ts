import type { Actor } from './decider.ts'

/** Who requests a command, why, and when; recorded with every event. */
export type Context = {
  actor: Actor
  request_id: string
  /** Identifies this command; part of the ids of its events. */
  command_id: string
  correlation_id: string
  /** Null when a caller requested it. */
  causation_id: string | null
  now: Date
}
