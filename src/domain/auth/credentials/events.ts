import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'

export const DEVICE_PLATFORMS = ['ios', 'android', 'web'] as const

/** What happens to a key that logs a user in, in `credential-<credential_id>`. The private half never leaves the device. */
const CredentialEvents = {
  /**
   * A user registered a key. `device`: an ES256 key, `public_key` its SPKI in base64url. `webauthn`: `public_key` is the COSE
   * key in base64url and `webauthn_id` the authenticator's own name of it.
   */
  CredentialRegistered: z.strictObject({
    user_id: z.string(),
    kind: z.enum(['device', 'webauthn']),
    public_key: z.string(),
    webauthn_id: z.string().nullable(),
    counter: z.int(),
    device_id: z.string(),
    platform: z.enum(DEVICE_PLATFORMS),
    /** How often the user had changed the password by then; missing in older events. */
    password_changes: z.int().optional(),
  }),
  /** It proved itself; `counter` is the authenticator's own, 0 where it has none. */
  CredentialUsed: z.strictObject({ counter: z.int() }),
  /** A signature for it was wrong. */
  CredentialFailed: z.strictObject({}),
  /** Too many wrong signatures in a row: it opens nothing any more. */
  CredentialDisabled: z.strictObject({}),
  /** Its user took it away. */
  CredentialRemoved: z.strictObject({}),
}
export type CredentialEvent = EventOf<typeof CredentialEvents>

export const credentialStreams = category({ prefix: 'credential-', events: CredentialEvents })
