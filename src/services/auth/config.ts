import { z } from 'zod'
import { json, list } from '#config/config-values.ts'
import { prose } from '#values/prose.ts'

export const authConfig = z.object({
  SOCIAL_PROVIDERS: json('must be JSON')
    .pipe(
      z.partialRecord(
        z.enum(['google', 'apple']),
        z.strictObject({
          issuers: z.array(z.string()).min(1).optional(),
          jwks_uri: z.url().optional(),
          audiences: z.array(z.string()).min(1),
        }),
      ),
    )
    .default({})
    .describe(
      prose(
        'JSON: `{"google": {"audiences": […], "issuers": […], "jwks_uri": …}, "apple": {…}}`, the last two optional;',
        'social login is off for a missing provider',
      ),
    ),
  WEBAUTHN_RP_ID: z.string().min(1).default('localhost').describe('relying party of WebAuthn logins: the domain'),
  WEBAUTHN_ORIGINS: list
    .pipe(z.array(z.url()).min(1))
    .optional()
    .describe(
      'origins that may request a WebAuthn login; by default `http://localhost`, without a port and with that of `PORT`',
    ),
})
export type AuthConfig = z.infer<typeof authConfig>

/** By default pages of the service itself, as a browser on this machine addresses it. */
export function webauthnOrigins(config: Pick<AuthConfig, 'WEBAUTHN_ORIGINS'> & { PORT: number }): string[] {
  return config.WEBAUTHN_ORIGINS ?? ['http://localhost', `http://localhost:${config.PORT}`]
}
