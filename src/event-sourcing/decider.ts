export type DomainEvent = { type: string; data: object }

/** The token's subject, client and role; `ip` over HTTP. */
export type Actor = { sub: string; client_id: string; role: string; ip?: string }

/** The client whose streams the actor may change; null for the service itself, which may change any. */
export function clientOf(actor: Actor): string | null {
  return actor.role === 'system' ? null : actor.client_id
}

export const METADATA_VERSION = 1

/**
 * `hash` is SHA-256 over `prev_hash` and the canonical JSON of the event and of everything else here (hash-chain.ts).
 * The data hold ciphertext, so the chain verifies after an erasure.
 */
export type EventMetadata = {
  v: typeof METADATA_VERSION
  /** ISO 8601 UTC, milliseconds. */
  at: string
  actor: Actor
  request_id: string
  correlation_id: string
  causation_id: string | null
  /** Of the event before it; null at revision 0. */
  prev_hash: string | null
  hash: string
}

export type Recorded<E extends DomainEvent = DomainEvent> = E & {
  /** Deterministic UUID. */
  id: string
  stream: string
  revision: number
  at: string
  metadata: EventMetadata
  /** Only of an event that was read from the log of all events. */
  position?: { commit: bigint }
}

/**
 * No clock, no id generator, no await: `now`, ids and outcomes come in the command. `decide` returns no events when
 * nothing is to be recorded and throws a Rejection to refuse; `evolve` never fails, because history cannot be changed.
 */
export type Decider<C, S, E extends DomainEvent> = {
  initial: S
  decide(command: C, state: S): E[]
  evolve(state: S, event: Recorded<E>): S
  /** For long streams: like `evolve` for each event, without a state for each. */
  evolveAll?(state: S, events: readonly Recorded<E>[]): S
}

export function fold<C, S, E extends DomainEvent>(
  decider: Decider<C, S, E>,
  events: readonly Recorded<E>[],
  from: S = decider.initial,
): S {
  if (decider.evolveAll !== undefined) return decider.evolveAll(from, events)
  return events.reduce((state, event) => decider.evolve(state, event), from)
}
