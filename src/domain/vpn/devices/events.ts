import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { hidden, owner, plain, subject } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'

/** No event contains a credential, not even a digest. */

const text = z.string().nullable()

export const SessionDevice = z.strictObject({
  device_id: hidden(z.string()),
  ...plain({ device_type: text, platform: text, app_version: text }),
})

const Issued = {
  session_id: plain(z.string()),
  slot_id: plain(z.int().positive()),
  server_id: plain(z.int().positive()),
  device: SessionDevice,
  /** The end of the credentials; ISO 8601 UTC. */
  expires_at: plain(z.string()),
}

/** `beside` are the user's other live sessions: this event alone gives the state of the user's slots. */
const VpnSessionIssued = z.strictObject({
  client_id: owner(z.string()),
  user_id: subject(z.string()),
  ...Issued,
  beside: z.array(
    z.strictObject({ ...Issued, ...plain({ status: z.enum(['issued', 'connected']), issued_at: z.string() }) }),
  ),
})

const which = plain({ session_id: z.string(), server_id: z.int().positive() })

const DeviceEvents = {
  VpnSessionIssued,
  /** The tunnel is up, or the device has sent a heartbeat. */
  VpnSessionConnected: z.strictObject(which),
  VpnSessionDisconnected: z.strictObject(which),
  /** The lease or the credentials ended. */
  VpnSessionExpired: z.strictObject(which),
  /** Someone other than the user ended it, or the login ended. */
  VpnSessionRevoked: z.strictObject({
    ...which,
    reason: plain(z.enum(['administrator', 'logins_ended', 'user_disabled', 'client_disabled', 'erasure'])),
  }),
  /** Opening it failed: the server had no free slot, or no configuration could be made. */
  VpnSessionWithdrawn: z.strictObject(which),
}
export type VpnDeviceEvent = EventOf<typeof DeviceEvents>
export type VpnDeviceEventType = VpnDeviceEvent['type']
export type DeviceEventData<T extends VpnDeviceEventType> = Extract<VpnDeviceEvent, { type: T }>['data']
export type RevocationReason = DeviceEventData<'VpnSessionRevoked'>['reason']

export const deviceStreams = {
  ...category({ prefix: 'vpndevices-', events: DeviceEvents }),
  id: (clientId: string, userId: string) => derivedUuid('vpndevices', clientId, userId),
}
