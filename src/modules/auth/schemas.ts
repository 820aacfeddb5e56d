import { z } from 'zod'
import { clientStatus } from '#commands/auth/change-client.ts'
import { userStatus } from '#commands/auth/change-user.ts'
import { clientFields } from '#commands/auth/register-client.ts'
import { platform } from '#commands/auth/register-credential.ts'
import { userRole } from '#commands/auth/register-user.ts'
import { CALLER_ROLES, SCOPES } from '#domain/auth/roles.ts'
import { SESSION_LIFETIME_S } from '#domain/auth/sessions/events.ts'
import { provider } from '#services/auth/social.ts'
import { ACCESS_TOKEN_LIFETIME_S } from '#services/auth/tokens.ts'
import { timestamp } from '#values/instant.ts'
import { prose } from '#values/prose.ts'

const client_id = z.string().describe('The client: `clt_` and a UUID.')
export const user_id = z.string().describe('The user: `usr_` and a UUID.')
const credential_id = z.string().describe('The key: `cred_` and a UUID.')
const identity_id = z.string().describe('The linked account: `idn_` and a UUID.')
const always = <T extends string>(status: T) => z.literal(status).describe(`Always \`${status}\`.`)

export const displayNameOrNull = z
  .string()
  .nullable()
  .describe('Name that colleagues see in place of the id; null without one, and after an erasure.')
const email = z.string().nullable().describe("The user's address; null after an erasure.")
const access_token = z
  .string()
  .describe('The token for the header `Authorization: Bearer …`; a JWT of at most 8,192 characters.')
const token_type = always('Bearer')
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
export const RefreshResponse = z.object({ access_token, token_type, expires_in }).meta({
  id: 'RefreshedToken',
  description: 'Another access token of the same session; the refresh token stays the same.',
})
export const LogoutResponse = z
  .object({ status: always('logged_out') })
  .describe('The session is over; none of its tokens works any more.')
export const MeResponse = z
  .object({
    id: user_id,
    email,
    display_name: displayNameOrNull.describe('Name of a user that colleagues see; null without one.'),
    client_id: z.string().describe('The client that the user belongs to: `clt_` and a UUID.'),
    is_platform: z.boolean().describe('Whether this client runs the service, and sees what belongs to all clients.'),
    role: z.enum(CALLER_ROLES).describe('The role of the user, or `service_account` for a machine.'),
    scopes: z.array(z.enum(SCOPES)).describe('The scopes of this token.'),
  })
  .meta({ id: 'Me', description: 'The owner of the token, and its scopes.' })
export const ChangePasswordResponse = z
  .object({ status: always('changed') })
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
        prose(
          'The keys of tokens, the first of which signs, then the keys that sign exports and checkpoints of the',
          'audit. A token signed by an audit key is not valid.',
        ),
      ),
  })
  .describe('A JWK Set (RFC 7517).')

export const ClientResponse = z
  .object({
    client_id,
    ...clientFields,
    name: z.string().describe('Name of the organisation, at most 140 characters.'),
    status: clientStatus,
    created_at: timestamp('When the client was registered'),
  })
  .meta({ id: 'Client', description: 'An organisation that integrates the API.' })
export const ClientParams = z.object({ client_id })
export const ListClientsResponse = z
  .object({ data: z.array(ClientResponse).describe('The clients of this page, the oldest first.') })
  .describe('A page of clients; another page may follow a full one.')

export const UserResponse = z
  .object({
    user_id,
    client_id,
    email: z.string().nullable().describe('Address to log in with; null after an erasure.'),
    display_name: displayNameOrNull,
    role: userRole,
    status: userStatus,
    created_at: timestamp('When the user was registered'),
  })
  .meta({ id: 'User', description: 'A person who logs in.' })
export const UserParams = z.object({ user_id })
export const ListUsersResponse = z
  .object({ data: z.array(UserResponse).describe('The users of this page, in the order of their ids.') })
  .describe('A page of users; another page may follow a full one.')

export const LinkIdentityResponse = z
  .object({ status: always('linked') })
  .describe('The account logs this user in from now on.')
export const NonceResponse = z
  .object({
    nonce: z.string().describe('For the request of the id token; it can be used once. 32 bytes, base64url.'),
    expires_in: z.int().describe('Seconds for which it is valid, 600.'),
  })
  .describe('A new nonce.')
export const ChallengeResponse = z
  .object({
    challenge_id: z.string().describe('Send it with the signature: `chl_` and a UUID.'),
    challenge: z.string().describe('What to sign: 32 bytes, base64url.'),
    expires_in: z.int().describe('Seconds for which it is valid, 120.'),
    webauthn: z
      .object({
        rp_id: z.string().describe('The relying party: `rp.id` or `rpId` of the request to the browser.'),
        origins: z.array(z.string()).describe('Origins whose pages may use WebAuthn keys.'),
      })
      .describe('What a browser needs for a WebAuthn key.'),
  })
  .describe('A new challenge.')
export const RegisterCredentialResponse = z.object({ credential_id }).describe('The key logs this user in from now on.')
export const CredentialParams = z.object({ credential_id })
export const RemoveCredentialResponse = z
  .object({ credential_id, status: always('removed') })
  .describe("The key can't log in any more.")

const ENDED = 'ended (the password was changed since: register or link again)'
const Credential = z.object({
  credential_id,
  type: z.enum(['device', 'webauthn']).describe('The kind of key.'),
  device_id: z.string().describe('Your id of the device, at most 128 characters.'),
  platform,
  status: z
    .enum(['active', 'disabled', 'ended'])
    .describe(`Whether it logs in: active, disabled (too many wrong signatures), or ${ENDED}.`),
  registered_at: z.iso.datetime().describe('When it was registered; ISO 8601, UTC, milliseconds.'),
  last_used_at: z.iso
    .datetime()
    .nullable()
    .describe('When the key last logged in, null if never; ISO 8601, UTC, milliseconds.'),
})
export const ListCredentialsResponse = z
  .object({ data: z.array(Credential).describe('The keys, the oldest first.') })
  .describe('The keys of the current user.')
const Identity = z.object({
  identity_id,
  provider,
  status: z.enum(['active', 'ended']).describe(`Whether it logs in: active, or ${ENDED}.`),
  linked_at: z.iso.datetime().describe('When it was linked; ISO 8601, UTC, milliseconds.'),
})
export const ListIdentitiesResponse = z
  .object({ data: z.array(Identity).describe('The linked accounts, the oldest first.') })
  .describe('The linked accounts of the current user.')
export const IdentityParams = z.object({ identity_id })
export const UnlinkIdentityResponse = z
  .object({ identity_id, status: always('unlinked') })
  .describe("The account can't log in any more.")
