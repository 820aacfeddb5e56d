import { family } from '#event-sourcing/category.ts'
import type { Decider, Recorded } from '#event-sourcing/decider.ts'
import { type ErrorCode, fieldRejection, Rejection } from '#values/errors.ts'
import { type ServerEvent, type ServerTerms, type Slot, serverStreams } from './events.ts'
import { collate, type Server, type ServerState } from './state.ts'

export type ServerCommand =
  | { type: 'register'; client_id: string; terms: ServerTerms }
  | { type: 'change'; terms: Partial<ServerTerms> }
  | { type: 'start_maintenance' | 'end_maintenance' | 'retire' }
  | { type: 'take'; slots: readonly Slot[] }
  | { type: 'give_back'; session_ids: readonly string[] }

type CommandType = ServerCommand['type']
type Cell = ServerEvent['type'] | 'replay' | Extract<ErrorCode, 'VPN_003' | 'VPN_004' | 'CONFLICT'>

// biome-ignore format: a table is read by its columns
export const serverTable = {
  register:          { absent: 'VpnServerRegistered', online: 'CONFLICT',                    maintenance: 'CONFLICT',                  retired: 'CONFLICT'         },
  change:            { absent: 'VPN_004',             online: 'VpnServerChanged',            maintenance: 'VpnServerChanged',          retired: 'CONFLICT'         },
  start_maintenance: { absent: 'VPN_004',             online: 'VpnServerMaintenanceStarted', maintenance: 'replay',                    retired: 'CONFLICT'         },
  end_maintenance:   { absent: 'VPN_004',             online: 'replay',                      maintenance: 'VpnServerMaintenanceEnded', retired: 'CONFLICT'         },
  retire:            { absent: 'VPN_004',             online: 'VpnServerRetired',            maintenance: 'VpnServerRetired',          retired: 'replay'           },
  take:              { absent: 'VPN_004',             online: 'VpnSlotTaken',                maintenance: 'VPN_003',                   retired: 'VPN_004'          },
  give_back:         { absent: 'replay',              online: 'VpnSlotGivenBack',            maintenance: 'VpnSlotGivenBack',          retired: 'VpnSlotGivenBack' },
} satisfies Record<CommandType, Record<ServerState['status'], Cell>>

/** Bounds the events that a starting process reads of a server (its capacity, when that is higher). */
export const COUNTED_EVERY = 1_000

const serverDecider: Decider<ServerCommand, ServerState, ServerEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    const cell: Cell = serverTable[command.type][state.status]
    if (cell === 'replay') return []
    if (cell === 'VPN_003') throw new Rejection(cell)
    if (cell === 'VPN_004') throw noSuchServer()
    if (cell === 'CONFLICT') throw conflictOf(state.status)
    if (command.type === 'register') {
      const { client_id, terms } = command
      return [{ type: 'VpnServerRegistered', data: { client_id, terms } }]
    }
    return state.status === 'absent' ? [] : change(command, state)
  },

  evolve: (state, event) => collate(state, [event]),
  evolveAll: collate,
}

export const servers = {
  ...serverStreams,
  ...family(serverStreams, serverDecider),
  isFoldStart: ({ type }: Pick<Recorded<ServerEvent>, 'type'>) => type === 'VpnSlotsCounted',
}

export function noSuchServer(): Rejection {
  return fieldRejection('VPN_004', [{ field: 'server_id', reason: 'names no server' }])
}

/** The server, if sessions may be opened on it; it may be full. Errors: VPN_004, VPN_003. */
export function openServer(state: ServerState): Server {
  if (state.status === 'absent' || state.status === 'retired') throw noSuchServer()
  if (state.status === 'maintenance') throw new Rejection('VPN_003')
  return state
}

function conflictOf(status: ServerState['status']): Rejection {
  const reason = status === 'retired' ? 'is retired, which does not allow it' : 'names a server that exists'
  return fieldRejection('CONFLICT', [{ field: status === 'retired' ? 'status' : 'id', reason }])
}

const STATUS_EVENTS = {
  start_maintenance: 'VpnServerMaintenanceStarted',
  end_maintenance: 'VpnServerMaintenanceEnded',
  retire: 'VpnServerRetired',
} as const

function change(command: Exclude<ServerCommand, { type: 'register' }>, server: Server): ServerEvent[] {
  switch (command.type) {
    case 'change': {
      const terms = { ...server.terms, ...command.terms }
      return sameTerms(terms, server.terms) ? [] : [{ type: 'VpnServerChanged', data: { terms } }]
    }
    case 'take':
      return take(command, server)
    case 'give_back':
      return [...new Set(command.session_ids)]
        .filter(session_id => server.held.has(session_id))
        .map(session_id => ({ type: 'VpnSlotGivenBack', data: { session_id } }))
    default:
      return [{ type: STATUS_EVENTS[command.type], data: {} }]
  }
}

/** Errors: VPN_002 when no requested session holds a slot afterwards. */
function take({ slots }: ServerCommand & { type: 'take' }, server: Server): ServerEvent[] {
  const held = new Map(server.held)
  const taken: ServerEvent[] = []
  for (const slot of slots) {
    if (held.has(slot.session_id) || held.size >= server.terms.capacity) continue
    held.set(slot.session_id, slot.devices)
    taken.push({ type: 'VpnSlotTaken', data: slot })
  }
  if (!slots.some(({ session_id }) => held.has(session_id))) throw new Rejection('VPN_002')
  if (taken.length === 0 || server.uncounted < Math.max(COUNTED_EVERY, server.terms.capacity)) return taken
  const { client_id, terms } = server
  const all = [...held].map(([session_id, devices]) => ({ session_id, devices }))
  return [...taken, { type: 'VpnSlotsCounted', data: { client_id, terms, held: all } }]
}

function sameTerms(a: ServerTerms, b: ServerTerms): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
}
