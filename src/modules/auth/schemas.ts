import { z } from 'zod'
import { EMAIL_LENGTH_MAX } from '#domain/auth/email-address.ts'
import { CALLER_ROLES, SCOPES } from '#domain/auth/roles.ts'
import { normalisePassword, PASSWORD_BYTES_MAX, PASSWORD_LENGTH_MIN } from './passwords.ts'

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

export const LoginBody = z.object({ email: Email, password: TypedPassword })

export const TokenSet = z
  .object({
    access_token: z.string().describe('JWT; send it as Authorization: Bearer'),
    refresh_token: z.string().describe('JWT; good only for POST /api/auth/refresh'),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds'),
    user: z.object({ id: z.string(), email: z.string().nullable() }),
  })
  .meta({ id: 'TokenSet' })

export const RefreshBody = z.object({ refresh_token: z.string().min(1).max(TOKEN_LENGTH_MAX) })

export const RefreshedToken = z
  .object({ access_token: z.string(), token_type: z.literal('Bearer'), expires_in: z.int().describe('Seconds') })
  .meta({ id: 'RefreshedToken' })

export const LogoutBody = z
  .object({ refresh_token: z.string().min(1).max(TOKEN_LENGTH_MAX).nullish() })
  .nullish()
  .describe('Needed only without a Bearer token')

export const LoggedOut = z.object({ status: z.literal('logged_out') })

export const Me = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    client_id: z.string(),
    role: z.enum(CALLER_ROLES),
    scopes: z.array(z.enum(SCOPES)),
  })
  .meta({ id: 'Me' })

/** A password that is set, as against one that is merely tried. */
export const ChosenPassword = TypedPassword.min(PASSWORD_LENGTH_MIN)

export const ChangePasswordBody = z.object({ current_password: TypedPassword, new_password: ChosenPassword })
export const PasswordChanged = z.object({ status: z.literal('changed') })

export const Jwks = z.object({
  keys: z.array(
    z.object({
      kty: z.string(),
      crv: z.string(),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      use: z.string(),
      alg: z.string(),
    }),
  ),
})
