import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { hidden, owner, plain, sealed, subject } from '#event-sourcing/field-classes.ts'
import { derivedUuid } from '#values/ids.ts'

/** A device keeps its stream when its user or token changes, so each event names its user. */

export const PLATFORMS = ['ios', 'android'] as const
export type PushPlatform = (typeof PLATFORMS)[number]

const person = { client_id: owner(z.string()), user_id: subject(z.string()) }

/** Replaces a former user and token. */
const PushDeviceRegistered = z.strictObject({
  ...person,
  device_id: hidden(z.string()),
  platform: plain(z.enum(PLATFORMS)),
  /** Sealed under the user's key, as is the key of the digest. */
  token_sealed: sealed('token'),
  token_digest: hidden(z.string()),
  ...plain({ app_version: z.string().nullable(), language: z.string().nullable() }),
})

const DeviceEvents = {
  PushDeviceRegistered,
  /** Another device registered the token later; this one gets no more notifications. */
  PushDeviceTokenMoved: z.strictObject(person),
  /** The token is dead, or stale by the network's rules. Nothing is sent until the app registers again. */
  PushDeviceDeactivated: z.strictObject({ ...person, reason: plain(z.enum(['token_dead', 'token_rejected'])) }),
  PushDeviceUnregistered: z.strictObject({ ...person, reason: plain(z.enum(['caller', 'erasure'])) }),
}
export type PushDeviceEvent = EventOf<typeof DeviceEvents>
export type PushDeviceEventType = PushDeviceEvent['type']
export type RegisteredData = z.infer<typeof PushDeviceRegistered>

const REGISTRATION_ID = /^dev_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const deviceStreams = {
  ...category({ prefix: 'pushdevice-', events: DeviceEvents }),
  id: (clientId: string, deviceId: string) => derivedUuid('pushdevice', clientId, deviceId),
  registrationId: (id: string) => `dev_${id}`,
  parseRegistrationId: (registrationId: string): string | null => REGISTRATION_ID.exec(registrationId)?.[1] ?? null,
}
