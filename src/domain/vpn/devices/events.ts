import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedUuid } from '#values/ids.ts'

/**
 * The VPN sessions of a user's devices, of which there are two at a time: which holds which of the two slots, and how each ended. The stream is
 * `vpndevices-<uuid of client and user_id>`. No credential of a session stands here, not even its digest.
 */

const text = z.string().nullable()

/** The device as its app describes it. */
export const SessionDevice = z.strictObject({
  device_id: z.string(),
  device_type: text,
  platform: text,
  app_version: text,
})

const owner = { client_id: z.string(), user_id: z.string() }

/** A session as it was issued. */
const Issued = {
  session_id: z.string(),
  /** The user's, 1 or 2. */
  slot_id: z.int().positive(),
  server_id: z.int().positive(),
  device: SessionDevice,
  /** When the credentials end, whatever happens; ISO 8601 UTC. */
  expires_at: z.string(),
}

/**
 * A user's device was given a slot, and may be handed credentials. `beside` are the user's other live sessions at that moment: with them the event
 * says all that is to be known of the user's slots.
 */
const VpnSessionIssued = z.strictObject({
  ...owner,
  ...Issued,
  beside: z.array(z.strictObject({ ...Issued, status: z.enum(['issued', 'connected']), issued_at: z.string() })),
})

/** Which session, and on which server it held a slot. */
const which = { session_id: z.string(), server_id: z.int().positive() }

const DeviceEvents = {
  VpnSessionIssued,
  /** It was used: its tunnel is up, or its device has said that it lives. */
  VpnSessionConnected: z.strictObject(which),
  /** Its user ended it. */
  VpnSessionDisconnected: z.strictObject(which),
  /** Nothing was heard of it for longer than its lease, or its credentials came to their end. */
  VpnSessionExpired: z.strictObject(which),
  /** It was ended by others than its user, or with their login. */
  VpnSessionRevoked: z.strictObject({
    ...which,
    reason: z.enum(['administrator', 'logins_ended', 'user_disabled', 'client_disabled', 'erasure']),
  }),
  /** Nothing could be handed out for it: the server had no room, or no configuration could be made. */
  VpnSessionWithdrawn: z.strictObject(which),
}
export type VpnDeviceEvent = EventOf<typeof DeviceEvents>
export type VpnDeviceEventType = VpnDeviceEvent['type']
export type DeviceEventData<T extends VpnDeviceEventType> = Extract<VpnDeviceEvent, { type: T }>['data']
export type RevocationReason = DeviceEventData<'VpnSessionRevoked'>['reason']

export const deviceStreams = {
  ...category({ prefix: 'vpndevices-', events: DeviceEvents }),
  /** The stream's id of a client's user. */
  id: (clientId: string, userId: string) => derivedUuid('vpndevices', clientId, userId),
}
