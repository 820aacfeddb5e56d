import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedUuid } from '#values/ids.ts'

/**
 * Who has a device, and by which token its push network knows it. The stream is `pushdevice-<uuid of client and device_id>`: a device stays one
 * when its user or its token changes. Each event says whose it is, because the next one can be somebody else's.
 */

/** The push networks, by what their phones run: APNs and FCM. */
export const PLATFORMS = ['ios', 'android'] as const
export type PushPlatform = (typeof PLATFORMS)[number]

const person = { client_id: z.string(), user_id: z.string() }

/** The device is this user's from now on, and reached by this token; whoever had it before has it no more. */
const PushDeviceRegistered = z.strictObject({
  ...person,
  /** By the app's own word. */
  device_id: z.string(),
  platform: z.enum(PLATFORMS),
  /** Under the user's key, which its digest needs as well. */
  token_sealed: z.string(),
  token_digest: z.string(),
  app_version: z.string().nullable(),
  language: z.string().nullable(),
})

/** It is nobody's from now on: somebody who may said so, or its user is to be erased. */
const PushDeviceUnregistered = z.strictObject({ ...person, reason: z.enum(['caller', 'erasure']) })

const DeviceEvents = {
  PushDeviceRegistered,
  /** Another device was registered with the token of this one later, so that nothing reaches this one any more. */
  PushDeviceTokenMoved: z.strictObject(person),
  /**
   * Its push network says that it does not reach the app any more, or by its own rules takes the token for dead, as no app has used it for so long:
   * nothing is sent to it until it is registered anew.
   */
  PushDeviceDeactivated: z.strictObject({ ...person, reason: z.enum(['token_dead', 'token_rejected']) }),
  PushDeviceUnregistered,
}
export type PushDeviceEvent = EventOf<typeof DeviceEvents>
export type PushDeviceEventType = PushDeviceEvent['type']
export type RegisteredData = z.infer<typeof PushDeviceRegistered>
export type UnregisteredData = z.infer<typeof PushDeviceUnregistered>

const REGISTRATION_ID = /^dev_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const deviceStreams = {
  ...category({ prefix: 'pushdevice-', events: DeviceEvents, unclassified: true }),
  /** The stream's id of a client's device. */
  id: (clientId: string, deviceId: string) => derivedUuid('pushdevice', clientId, deviceId),
  /** How callers name the registration of the device with this id. */
  registrationId: (id: string) => `dev_${id}`,
  /** The stream's id that such a name stands for; null where it is none. */
  parseRegistrationId: (registrationId: string): string | null => REGISTRATION_ID.exec(registrationId)?.[1] ?? null,
}
