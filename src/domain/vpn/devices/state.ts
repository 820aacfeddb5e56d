import type { z } from 'zod'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { SessionDevice, VpnDeviceEvent } from './events.ts'

export const SESSION_STATUSES = ['issued', 'connected', 'disconnected', 'expired', 'revoked', 'withdrawn'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

export type DeviceSession = {
  session_id: string
  status: SessionStatus
  slot_id: number
  server_id: number
  device: z.infer<typeof SessionDevice>
  issued_at: string
  expires_at: string
}

export type DevicesState = {
  client_id: string | null
  /** By session_id: live sessions, and those that ended since the newest was issued. */
  sessions: ReadonlyMap<string, DeviceSession>
}

export function isLive(status: SessionStatus): status is 'issued' | 'connected' {
  return status === 'issued' || status === 'connected'
}

export function liveSessions({ sessions }: DevicesState): DeviceSession[] {
  return [...sessions.values()].filter(({ status }) => isLive(status))
}

const STATUS_AFTER = {
  VpnSessionConnected: 'connected',
  VpnSessionDisconnected: 'disconnected',
  VpnSessionExpired: 'expired',
  VpnSessionRevoked: 'revoked',
  VpnSessionWithdrawn: 'withdrawn',
} as const

export function collate(state: DevicesState, events: readonly Recorded<VpnDeviceEvent>[]): DevicesState {
  let { client_id } = state
  let sessions = new Map(state.sessions)
  for (const { type, data, at } of events) {
    if (type === 'VpnSessionIssued') {
      // No field of a newer version: the next event repeats the session in `beside`.
      const { session_id, slot_id, server_id, device, expires_at, beside } = data
      const issued = { session_id, slot_id, server_id, device, expires_at }
      const newSession = { ...issued, status: 'issued', issued_at: at } as const
      client_id = data.client_id
      sessions = new Map([...beside, newSession].map(session => [session.session_id, session]))
      continue
    }
    const session = sessions.get(data.session_id)
    if (session !== undefined && isLive(session.status))
      sessions.set(data.session_id, { ...session, status: STATUS_AFTER[type] })
  }
  return { client_id, sessions }
}
