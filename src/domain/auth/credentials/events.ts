import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { hidden, internal, personal, plain, subject } from '#event-sourcing/field-classes.ts'

export const DEVICE_PLATFORMS = ['ios', 'android', 'web'] as const

/** A key that logs a user in. The private half never leaves the device. */
const CredentialEvents = {
  /**
   * `device`: an ES256 key, `public_key` its SPKI in base64url. `webauthn`: `public_key` is the COSE key in base64url
   * and `webauthn_id` the authenticator's id of it.
   */
  CredentialRegistered: z.strictObject({
    user_id: subject(z.string()),
    kind: plain(z.enum(['device', 'webauthn'])),
    ...hidden({ public_key: z.string(), webauthn_id: z.string().nullable() }),
    counter: internal(z.int()),
    ...personal({ device_id: z.string(), platform: z.enum(DEVICE_PLATFORMS) }),
    /** Number of password changes before the registration; missing in older events. */
    password_changes: internal(z.int().optional()),
  }),
  /** `counter` is the authenticator's, 0 if it has none. */
  CredentialUsed: z.strictObject({ counter: plain(z.int()) }),
  CredentialFailed: z.strictObject({}),
  CredentialDisabled: z.strictObject({}),
  CredentialRemoved: z.strictObject({}),
}
export type CredentialEvent = EventOf<typeof CredentialEvents>

export const credentialStreams = category({ prefix: 'credential-', events: CredentialEvents })
