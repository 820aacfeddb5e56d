import { z } from 'zod'
import { EMAIL_LENGTH_MAX } from '#domain/auth/email-address.ts'
import { CALLER_ROLES, SCOPES } from '#domain/auth/roles.ts'
import { SESSION_LIFETIME_S } from '#domain/auth/sessions/decider.ts'
import { normalisePassword, PASSWORD_BYTES_MAX, PASSWORD_LENGTH_MIN } from '#services/auth/passwords.ts'
import { ACCESS_TOKEN_LIFETIME_S } from '#services/auth/tokens.ts'
import { plainText } from '#values/text.ts'

/** Longer than tokens of this service or of the login providers. */
export const TOKEN_LENGTH_MAX = 8_192

/** Not validated: the response to a login must not depend on it. */
const Email = z.string().min(1).max(EMAIL_LENGTH_MAX)

/** A longer password is not normalised: that takes quadratic time in a run of accents, minutes for a megabyte. */
export const TypedPassword = z
  .string()
  .min(1)
  .max(PASSWORD_BYTES_MAX, { abort: true })
  .refine(
    text => Buffer.byteLength(normalisePassword(text)) <= PASSWORD_BYTES_MAX,
    `must be at most ${PASSWORD_BYTES_MAX} bytes of UTF-8`,
  )

const DEVICE_ID_LENGTH_MAX = 128
export const device_id = plainText(DEVICE_ID_LENGTH_MAX).describe(
  `Your id of the device, 1 to ${DEVICE_ID_LENGTH_MAX} characters.`,
)

export const LoginBody = z.object({
  email: Email.describe(`The user's address, 1 to ${EMAIL_LENGTH_MAX} characters, in any case.`),
  password: TypedPassword.describe(`The user's password, at most ${PASSWORD_BYTES_MAX} bytes of UTF-8.`),
  device_id: device_id
    .nullish()
    .describe(
      `Your id of the device that the session is for, 1 to ${DEVICE_ID_LENGTH_MAX} characters: random, and the same at each login from it. Without an id the device is recognised by its network and by its \`User-Agent\` without version numbers.`,
    ),
})

const user_id = z.string().describe('The user: `usr_` and a UUID.')
const email = z.string().nullable().describe("The user's address; null after an erasure.")
const access_token = z
  .string()
  .describe('The token for the header `Authorization: Bearer …`; a JWT of at most 8,192 characters.')
const token_type = z.literal('Bearer').describe('Always `Bearer`.')
const expires_in = z
  .int()
  .describe(`Seconds for which the access token is valid, ${ACCESS_TOKEN_LIFETIME_S.toLocaleString('en')}.`)

export const TokenSetResponse = z
  .object({
    access_token,
    refresh_token: z
      .string()
      .describe(
        `Valid only for POST /api/auth/refresh and logging out, for ${SESSION_LIFETIME_S / 86_400} days; a JWT.`,
      ),
    token_type,
    expires_in,
    user: z.object({ id: user_id, email }).describe('The user who is logged in.'),
  })
  .meta({ id: 'TokenSet', description: 'The tokens of a new session.' })

const refresh_token = z
  .string()
  .min(1)
  .max(TOKEN_LENGTH_MAX)
  .describe(`The refresh token of the login, at most ${TOKEN_LENGTH_MAX.toLocaleString('en')} characters.`)

export const RefreshBody = z.object({ refresh_token })

export const RefreshResponse = z.object({ access_token, token_type, expires_in }).meta({
  id: 'RefreshedToken',
  description: 'Another access token of the same session; the refresh token stays the same.',
})

export const LogoutBody = z
  .object({
    refresh_token: refresh_token
      .nullish()
      .describe(
        'The refresh token of the session to end, at most 8,192 characters; needed only without a Bearer token.',
      ),
  })
  .nullish()
  .describe('Needed only without a Bearer token.')

export const LogoutResponse = z
  .object({ status: z.literal('logged_out').describe('Always `logged_out`.') })
  .describe('The session is over; none of its tokens works any more.')

export const MeResponse = z
  .object({
    id: user_id,
    email,
    client_id: z.string().describe('The client that the user belongs to: `clt_` and a UUID.'),
    role: z.enum(CALLER_ROLES).describe('The role of the user, or `service_account` for a machine.'),
    scopes: z.array(z.enum(SCOPES)).describe('The scopes of this token.'),
  })
  .meta({ id: 'Me', description: 'The owner of the token, and its scopes.' })

/** For passwords that are set; one that is only checked may be shorter. */
export const ChosenPassword = TypedPassword.min(PASSWORD_LENGTH_MIN)
export const NEW_PASSWORD = `The new password: at least ${PASSWORD_LENGTH_MIN} characters, at most ${PASSWORD_BYTES_MAX} bytes of UTF-8.`

export const ChangePasswordBody = z.object({
  current_password: TypedPassword.describe(`The current password, at most ${PASSWORD_BYTES_MAX} bytes of UTF-8.`),
  new_password: ChosenPassword.describe(NEW_PASSWORD),
})
export const ChangePasswordResponse = z
  .object({ status: z.literal('changed').describe('Always `changed`.') })
  .describe('The password is changed and every session has ended, including this one.')

export const JwksResponse = z
  .object({
    keys: z
      .array(
        z.object({
          kty: z.string().describe('Kind of key: `EC` for tokens, `OKP` for the audit.'),
          crv: z.string().describe('Curve of the key: `P-256` for tokens, `Ed25519` for the audit.'),
          x: z.string().describe('First coordinate, base64url.'),
          y: z.string().optional().describe('Second coordinate, base64url; missing for curves with one coordinate.'),
          kid: z
            .string()
            .describe('Id of the key (RFC 7638), as in the header of a token or the manifest of an export.'),
          use: z.string().describe('Use of the key, `sig`.'),
          alg: z.string().describe('Algorithm of the signature: `ES256` for tokens, `EdDSA` for the audit.'),
        }),
      )
      .describe(
        'The keys of tokens, the first of which signs, then the keys that sign exports and checkpoints of the audit. A token signed by an audit key is not valid.',
      ),
  })
  .describe('A JWK Set (RFC 7517).')
