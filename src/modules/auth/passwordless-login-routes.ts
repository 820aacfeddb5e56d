import { biometricLogIn } from '#commands/auth/biometric-log-in.ts'
import { registerCredential } from '#commands/auth/register-credential.ts'
import { removeCredential } from '#commands/auth/remove-credential.ts'
import {
  CHALLENGE_LIFETIME_S,
  NONCE_LIFETIME_S,
  requestChallenge,
  requestNonce,
} from '#commands/auth/request-challenge.ts'
import { linkIdentity, socialLogIn } from '#commands/auth/social-log-in.ts'
import { unlinkIdentity } from '#commands/auth/unlink-identity.ts'
import { type Api, anonymousContextOf, contextOf } from '#http/api.ts'
import { listCredentials, listIdentities } from '#queries/auth/list-own-logins.ts'
import type { Auth } from '#services/auth/auth.ts'
import { userAgentOf } from '#services/auth/login-device.ts'
import {
  BiometricLoginBody,
  ChallengeBody,
  ChallengeResponse,
  CredentialParams,
  IdentityParams,
  LinkIdentityResponse,
  ListCredentialsResponse,
  ListIdentitiesResponse,
  NonceResponse,
  RegisterCredentialBody,
  RegisterCredentialResponse,
  RemoveCredentialResponse,
  SocialLoginBody,
  UnlinkIdentityResponse,
} from './passwordless-login-schemas.ts'
import { TokenSetResponse } from './schemas.ts'

export function passwordlessLoginRoutes(api: Api, auth: Auth): void {
  const described = { tags: ['auth'] }
  const publicConfig = { scope: 'public', errors: ['AUTH_001'] } as const
  const userConfig = { scope: 'user', errors: ['AUTH_003'] } as const

  api.post(
    '/api/auth/nonce',
    {
      config: { scope: 'public' },
      schema: {
        ...described,
        operationId: 'requestNonce',
        summary: 'A nonce for a social login',
        description:
          'Issues a nonce for the request of an id token of Google or Apple, so that the token is valid for one login only. It can be used once, within ten minutes.',
        response: { 201: NonceResponse },
      },
    },
    async (_request, reply) =>
      reply.code(201).send({ nonce: await requestNonce(auth, auth.now()), expires_in: NONCE_LIFETIME_S }),
  )

  api.post(
    '/api/auth/social-login',
    {
      config: { ...publicConfig, errors: ['AUTH_001', 'CONFLICT'] },
      schema: {
        ...described,
        operationId: 'socialLogin',
        summary: 'Log in with an id token of Google or Apple',
        description:
          'Opens a session for the user of an id token of Google or Apple. The account is recognised by its link; the first time, by an address whose mailbox the provider runs. This operation never creates users: AUTH_001 means that the token is invalid or that no user has this account. CONFLICT means that the address alone is no proof: log in by another method and link the account first.',
        body: SocialLoginBody,
        response: { 200: TokenSetResponse },
      },
    },
    async request =>
      socialLogIn(auth, anonymousContextOf(request, auth.now()), { ...request.body, ...userAgentOf(request) }),
  )

  api.post(
    '/api/auth/social-link',
    {
      config: { ...userConfig, errors: ['AUTH_003', 'CONFLICT'] },
      schema: {
        ...described,
        operationId: 'linkSocialLogin',
        summary: 'Let a Google or Apple account log the current user in, until the password is changed',
        description:
          'Lets a Google or Apple account log the current user in, until the password is changed. AUTH_001 means that the id token is invalid or was used before: get a new one. CONFLICT means that the account belongs to another user.',
        body: SocialLoginBody,
        response: { 200: LinkIdentityResponse },
      },
    },
    async request => {
      await linkIdentity(auth, contextOf(request, auth.now()), request.caller, request.body)
      return { status: 'linked' as const }
    },
  )

  api.get(
    '/api/auth/identities',
    {
      config: userConfig,
      schema: {
        ...described,
        operationId: 'listIdentities',
        summary: 'The Google and Apple accounts that are linked to the current user',
        description:
          'Lists the Google and Apple accounts that are linked to the current user, including ended links. New links appear within a second.',
        response: { 200: ListIdentitiesResponse },
      },
    },
    async request => ({ data: await listIdentities(auth, request.caller.sub) }),
  )

  api.delete(
    '/api/auth/identities/:identity_id',
    {
      config: { ...userConfig, errors: ['AUTH_003', 'NOT_FOUND'] },
      schema: {
        ...described,
        operationId: 'unlinkSocialLogin',
        summary: 'Unlink a Google or Apple account from the current user',
        description:
          "Unlinks a Google or Apple account from the current user; it can't log in until it is linked again. Sessions that it opened stay open. NOT_FOUND means that the user has no such account.",
        params: IdentityParams,
        response: { 200: UnlinkIdentityResponse },
      },
    },
    async request => {
      const { identity_id } = request.params
      await unlinkIdentity(auth, contextOf(request, auth.now()), identity_id.replace(/^idn_/, ''))
      return { identity_id, status: 'unlinked' as const }
    },
  )

  api.post(
    '/api/auth/biometric/challenge',
    {
      config: { scope: 'public' },
      schema: {
        ...described,
        operationId: 'requestChallenge',
        summary: 'A challenge to sign once',
        description:
          'Issues a challenge to sign, for a login with the key in the body, or for a registration without one. It can be used once, within two minutes. An unknown key gets a challenge too, with which every login fails.',
        body: ChallengeBody,
        response: { 201: ChallengeResponse },
      },
    },
    async (request, reply) => {
      const challenge = await requestChallenge(auth, auth.now(), request.body?.credential_id ?? undefined)
      return reply.code(201).send({ ...challenge, expires_in: CHALLENGE_LIFETIME_S })
    },
  )

  api.post(
    '/api/auth/biometric/register',
    {
      config: { ...userConfig, errors: ['AUTH_003', 'CONFLICT'] },
      schema: {
        ...described,
        operationId: 'registerCredential',
        summary:
          'Register a key of this device, or a WebAuthn key, for the current user, until the password is changed',
        description:
          'Registers a key of a device, or a WebAuthn key, that logs the current user in until the password is changed. The user proves possession by signing a fresh challenge. AUTH_001 means that the proof is wrong: request another challenge. INVALID_REQUEST means that the key is not a P-256 key, CONFLICT that it is registered already.',
        body: RegisterCredentialBody,
        response: { 201: RegisterCredentialResponse },
      },
    },
    async (request, reply) => {
      const credential_id = await registerCredential(auth, contextOf(request, auth.now()), request.caller, request.body)
      return reply.code(201).send({ credential_id })
    },
  )

  api.post(
    '/api/auth/biometric-login',
    {
      config: publicConfig,
      schema: {
        ...described,
        operationId: 'biometricLogin',
        summary: 'Log in with a registered key',
        description:
          'Opens a session for the user whose key signed the challenge. Every attempt uses up its challenge. AUTH_001 does not reveal the cause; request another challenge. Five wrong signatures in a row disable a key.',
        body: BiometricLoginBody,
        response: { 200: TokenSetResponse },
      },
    },
    async request =>
      biometricLogIn(auth, anonymousContextOf(request, auth.now()), { ...request.body, ...userAgentOf(request) }),
  )

  api.get(
    '/api/auth/biometric',
    {
      config: userConfig,
      schema: {
        ...described,
        operationId: 'listCredentials',
        summary: 'The keys of the current user',
        description:
          'Lists the keys of the current user, including disabled and ended ones. New keys appear within a second.',
        response: { 200: ListCredentialsResponse },
      },
    },
    async request => ({ data: await listCredentials(auth, request.caller.sub) }),
  )

  api.delete(
    '/api/auth/biometric/:credential_id',
    {
      config: { ...userConfig, errors: ['AUTH_003', 'NOT_FOUND'] },
      schema: {
        ...described,
        operationId: 'removeCredential',
        summary: 'Remove a key of the current user',
        description:
          "Removes a key of the current user; it can't log in any more. Sessions that it opened stay open. NOT_FOUND means that the user has no such key.",
        params: CredentialParams,
        response: { 200: RemoveCredentialResponse },
      },
    },
    async request => {
      const { credential_id } = request.params
      await removeCredential(auth, contextOf(request, auth.now()), credential_id)
      return { credential_id, status: 'removed' as const }
    },
  )
}
