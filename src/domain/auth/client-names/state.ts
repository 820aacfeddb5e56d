import type { Recorded } from '#event-sourcing/decider.ts'
import type { ClientNameEvent } from './events.ts'

export type ClientNameHold = { client_id: string; taken_at: string }

export type ClientNameState = { hold: ClientNameHold | null }

export function evolve(state: ClientNameState, { type, data, at }: Recorded<ClientNameEvent>): ClientNameState {
  return type === 'ClientNameTaken' ? { hold: { client_id: data.client_id, taken_at: at } } : state
}
