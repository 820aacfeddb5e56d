import type { Recorded } from '#event-sourcing/decider.ts'
import type { ServerEvent, ServerTerms } from './events.ts'

export const SERVER_STATUSES = ['online', 'maintenance', 'retired'] as const
export type ServerStatus = (typeof SERVER_STATUSES)[number]

/** `held` maps the sessions that hold a slot to the ids of their streams. */
export type Server = {
  status: ServerStatus
  client_id: string
  terms: ServerTerms
  held: ReadonlyMap<string, string>
  /** Slot events since the last VpnSlotsCounted. */
  uncounted: number
}
export type ServerState = { status: 'absent' } | Server

export function isFull({ held, terms }: Server): boolean {
  return held.size >= terms.capacity
}

const STATUS_AFTER = {
  VpnServerMaintenanceStarted: 'maintenance',
  VpnServerMaintenanceEnded: 'online',
  VpnServerRetired: 'retired',
} as const

/** Copies the slots once for all events: a server has thousands of both. */
export function collate(state: ServerState, events: readonly Recorded<ServerEvent>[]): ServerState {
  let server = state
  const held = new Map(state.status === 'absent' ? [] : state.held)
  for (const { type, data } of events) {
    if (type === 'VpnServerRegistered') {
      if (server.status === 'absent') server = { ...data, status: 'online', held, uncounted: 0 }
      continue
    }
    if (type === 'VpnSlotsCounted') {
      held.clear()
      for (const { session_id, devices } of data.held) held.set(session_id, devices)
      // VpnSlotsCounted follows a taken slot, which only an online server has.
      const { client_id, terms } = data
      server = { status: 'online', client_id, terms, held, uncounted: 0 }
      continue
    }
    if (server.status === 'absent') continue
    if (type === 'VpnSlotTaken') held.set(data.session_id, data.devices)
    if (type === 'VpnSlotGivenBack') held.delete(data.session_id)
    if (type === 'VpnSlotTaken' || type === 'VpnSlotGivenBack') server = { ...server, uncounted: server.uncounted + 1 }
    else if (type === 'VpnServerChanged') server = { ...server, terms: data.terms }
    else server = { ...server, status: STATUS_AFTER[type] }
  }
  return server.status === 'absent' ? server : { ...server, held }
}
