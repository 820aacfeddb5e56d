import { assertPlatformCaller } from '#domain/auth/platform.ts'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { fieldRejection } from '#values/errors.ts'
import { type ClientNameEvent, clientNameStreams } from './events.ts'

export type ClientNameHold = { client_id: string; taken_at: string }
export type ClientNameState = { hold: ClientNameHold | null }

/** `client_id`: the client of whoever asks, null for the service itself. */
export type ClientNameCommand = {
  type: 'take'
  client_id: string | null
  holder: string
  /** The hold that was found to be good no longer; it stands in nobody's way. */
  ended: ClientNameHold | null
}

export const clientNameDecider: Decider<ClientNameCommand, ClientNameState, ClientNameEvent> = {
  initial: { hold: null },
  decide(command, { hold }) {
    assertPlatformCaller(command)
    const { holder, ended } = command
    const isHoldEnded = hold?.client_id === ended?.client_id && hold?.taken_at === ended?.taken_at
    if (hold !== null && hold.client_id !== holder && !isHoldEnded) throw nameTakenRejection(hold.client_id)
    // Also by whoever held it before: whoever found that hold ended must not take it over any more.
    return [{ type: 'ClientNameTaken', data: { client_id: holder } }]
  },
  evolve(state, { type, data, at }) {
    return type === 'ClientNameTaken' ? { hold: { client_id: data.client_id, taken_at: at } } : state
  },
}

export function nameTakenRejection(client_id: string) {
  return fieldRejection('CONFLICT', [{ field: 'name', reason: `is the name of another client, ${client_id}` }])
}

export const clientNames = family(clientNameStreams, clientNameDecider)
