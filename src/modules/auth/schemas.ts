import { z } from 'zod'
import { EMAIL_LENGTH_MAX } from '#domain/auth/email-address.ts'
import { CALLER_ROLES, SCOPES } from '#domain/auth/roles.ts'
import { SESSION_LIFETIME_S } from '#domain/auth/sessions/decider.ts'
import { normalisePassword, PASSWORD_BYTES_MAX, PASSWORD_LENGTH_MIN } from '#services/auth/passwords.ts'
import { ACCESS_TOKEN_LIFETIME_S } from '#services/auth/tokens.ts'
import { plainText } from '#values/text.ts'

/** Longer than any token of ours or of the login providers. */
export const TOKEN_LENGTH_MAX = 8_192

/** An address as somebody types it; whether it is one is not told at login. */
const Email = z.string().min(1).max(EMAIL_LENGTH_MAX)

/**
 * A password as somebody types it: any text at all, within what is hashed. What is too long is not normalised: that takes
 * time with the square of a run of accents, minutes for a megabyte.
 */
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
      `Your id of the device that the session is for, 1 to ${DEVICE_ID_LENGTH_MAX} characters: random, and the same at each login from it. Without one the device is known by its \`User-Agent\`, without version numbers, and its network.`,
    ),
})

const user_id = z.string().describe('The user: `usr_` and a UUID.')
const email = z.string().nullable().describe("The user's address; null after an erasure.")
const access_token = z
  .string()
  .describe('The token that requests carry, as `Authorization: Bearer …`; a JWT of at most 8,192 characters.')
const token_type = z.literal('Bearer').describe('Always `Bearer`.')
const expires_in = z
  .int()
  .describe(`Seconds for which the access token is good, ${ACCESS_TOKEN_LIFETIME_S.toLocaleString('en')}.`)

export const TokenSetResponse = z
  .object({
    access_token,
    refresh_token: z
      .string()
      .describe(
        `Good only for POST /api/auth/refresh and logging out, for ${SESSION_LIFETIME_S / 86_400} days; a JWT.`,
      ),
    token_type,
    expires_in,
    user: z.object({ id: user_id, email }).describe('Who is logged in.'),
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
    scopes: z.array(z.enum(SCOPES)).describe('What this token may do.'),
  })
  .meta({ id: 'Me', description: 'Whose token it is, and what it may do.' })

/** A password that is set, as against one that is merely tried. */
export const ChosenPassword = TypedPassword.min(PASSWORD_LENGTH_MIN)
export const NEW_PASSWORD = `The new password: at least ${PASSWORD_LENGTH_MIN} characters, at most ${PASSWORD_BYTES_MAX} bytes of UTF-8.`

export const ChangePasswordBody = z.object({
  current_password: TypedPassword.describe(
    `The password that is used now, at most ${PASSWORD_BYTES_MAX} bytes of UTF-8.`,
  ),
  new_password: ChosenPassword.describe(NEW_PASSWORD),
})
export const ChangePasswordResponse = z
  .object({ status: z.literal('changed').describe('Always `changed`.') })
  .describe('The password is changed and every session is over, this one included.')

export const JwksResponse = z
  .object({
    keys: z
      .array(
        z.object({
          kty: z.string().describe('Kind of key: `EC` of tokens, `OKP` of the audit.'),
          crv: z.string().describe('Curve of the key: `P-256` of tokens, `Ed25519` of the audit.'),
          x: z.string().describe('First coordinate, base64url.'),
          y: z.string().optional().describe('Second coordinate, base64url; missing where the curve has one alone.'),
          kid: z
            .string()
            .describe('Id of the key (RFC 7638), as the header of a token or the manifest of an export names it.'),
          use: z.string().describe('What it is for, `sig`.'),
          alg: z.string().describe('Algorithm of the signature: `ES256` of tokens, `EdDSA` of the audit.'),
        }),
      )
      .describe(
        'Every key that a valid token may be signed with, the first of which signs, and after them those that sign exports and checkpoints of the audit. A token signed by one of the latter is not valid.',
      ),
  })
  .describe('A JWK Set (RFC 7517).')
