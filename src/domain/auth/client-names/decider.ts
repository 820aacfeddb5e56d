import { assertPlatformCaller } from '#domain/auth/platform.ts'
import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { fieldRejection } from '#values/errors.ts'
import { type ClientNameEvent, clientNameStreams } from './events.ts'

export type ClientNameHold = { client_id: string; taken_at: string }

export type ClientNameState = { hold: ClientNameHold | null }

/** `client_id`: the caller's client, null for the service itself. */
export type ClientNameCommand = {
  type: 'take'
  client_id: string | null
  holder: string
  /** A hold of another client that the caller has found to be ended. */
  ended: ClientNameHold | null
}

export const clientNameDecider: Decider<ClientNameCommand, ClientNameState, ClientNameEvent> = {
  initial: { hold: null },
  decide(command, { hold }) {
    assertPlatformCaller(command)
    const { holder, ended } = command
    const isHoldEnded = hold?.client_id === ended?.client_id && hold?.taken_at === ended?.taken_at
    if (hold !== null && hold.client_id !== holder && !isHoldEnded) throw nameTakenRejection(hold.client_id)
    // The holder takes the name again, so that a caller who saw an older hold as ended gets CONFLICT.
    return [{ type: 'ClientNameTaken', data: { client_id: holder } }]
  },
  evolve: (state, { type, data, at }) =>
    type === 'ClientNameTaken' ? { hold: { client_id: data.client_id, taken_at: at } } : state,
}

export function nameTakenRejection(client_id: string) {
  return fieldRejection('CONFLICT', [{ field: 'name', reason: `is the name of another client, ${client_id}` }])
}

export const clientNames = family(clientNameStreams, clientNameDecider)
