import type { Actor } from './decider.ts'

/** Who asks, why, and when: what every recorded event is stamped with. */
export type Context = {
  actor: Actor
  request_id: string
  /** Names this one command and is part of the ids of its events; two commands share one only when they are the same command. */
  command_id: string
  /** The first request of the chain of causes. */
  correlation_id: string
  /** The id of the event that caused this command, or null when a person or client did. */
  causation_id: string | null
  now: Date
}
