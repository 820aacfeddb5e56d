import { z } from 'zod'
import type { EventOf } from '#domain/auth/event-of.ts'

export const DEVICE_PLATFORMS = ['ios', 'android', 'web'] as const

/** What happens to a key that logs a user in, in `credential-<credential_id>`. The private half never leaves the device. */
export const credentialEvents = {
  /**
   * A user registered a key. `device`: an ES256 key, `public_key` its SPKI in base64url. `webauthn`: `public_key` is the COSE
   * key in base64url and `webauthn_id` the authenticator's own name of it.
   */
  CredentialRegistered: z.object({
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
  CredentialUsed: z.object({ counter: z.int() }),
  /** A signature for it was wrong. */
  CredentialFailed: z.object({}),
  /** Too many wrong signatures in a row: it opens nothing any more. */
  CredentialDisabled: z.object({}),
  /** Its user took it away. */
  CredentialRemoved: z.object({}),
}
export type CredentialEvent = EventOf<typeof credentialEvents>
