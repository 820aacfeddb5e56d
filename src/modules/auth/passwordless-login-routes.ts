import { BiometricLoginBody, biometricLogIn, biometricLoginErrors } from '#commands/auth/biometric-log-in.ts'
import { linkIdentity, linkIdentityErrors } from '#commands/auth/link-identity.ts'
import {
  RegisterCredentialBody,
  registerCredential,
  registerCredentialErrors,
} from '#commands/auth/register-credential.ts'
import { removeCredential, removeCredentialErrors } from '#commands/auth/remove-credential.ts'
import { ChallengeBody, requestChallenge } from '#commands/auth/request-challenge.ts'
import { requestNonce } from '#commands/auth/request-nonce.ts'
import { socialLogIn, socialLoginErrors } from '#commands/auth/social-log-in.ts'
import { unlinkIdentity, unlinkIdentityErrors } from '#commands/auth/unlink-identity.ts'
import { type Api, anonymousContextOf, contextOf } from '#http/api.ts'
import { listCredentials, listIdentities } from '#queries/auth/list-own-logins.ts'
import type { Auth } from '#services/auth/auth.ts'
import { userAgentOf } from '#services/auth/login-device.ts'
import { SocialLoginBody } from '#services/auth/social.ts'
import { prose } from '#values/prose.ts'
import { authOperation } from './operation.ts'
import {
  ChallengeResponse,
  CredentialParams,
  IdentityParams,
  LinkIdentityResponse,
  ListCredentialsResponse,
  ListIdentitiesResponse,
  NonceResponse,
  RegisterCredentialResponse,
  RemoveCredentialResponse,
  TokenSetResponse,
  UnlinkIdentityResponse,
} from './schemas.ts'

const requestNonceOperation = authOperation('public', [], {
  operationId: 'requestNonce',
  summary: 'A nonce for a social login',
  description: prose(
    'Issues a nonce for the request of an id token of Google or Apple, so that the token is valid for one login',
    'only. It can be used once, within ten minutes.',
  ),
  response: { 201: NonceResponse },
})

const socialLoginOperation = authOperation('public', socialLoginErrors, {
  operationId: 'socialLogin',
  summary: 'Log in with an id token of Google or Apple',
  description: prose(
    'Opens a session for the user of an id token of Google or Apple. The account is recognised by its link; the',
    'first time, by an address whose mailbox the provider runs. This operation never creates users: AUTH_001 means',
    'that the token is invalid or that no user has this account. CONFLICT means that the address alone is no',
    'proof: log in by another method and link the account first.',
  ),
  body: SocialLoginBody,
  response: { 200: TokenSetResponse },
})

const linkSocialLoginOperation = authOperation('user', linkIdentityErrors, {
  operationId: 'linkSocialLogin',
  summary: 'Let a Google or Apple account log the current user in, until the password is changed',
  description: prose(
    'Lets a Google or Apple account log the current user in, until the password is changed. AUTH_001 means that',
    'the id token is invalid or was used before: get a new one. CONFLICT means that the account belongs to another',
    'user.',
  ),
  body: SocialLoginBody,
  response: { 200: LinkIdentityResponse },
})

const listIdentitiesOperation = authOperation('user', ['AUTH_003'], {
  operationId: 'listIdentities',
  summary: 'The Google and Apple accounts that are linked to the current user',
  description: prose(
    'Lists the Google and Apple accounts that are linked to the current user, including ended links. New links',
    'appear within a second.',
  ),
  response: { 200: ListIdentitiesResponse },
})

const unlinkSocialLoginOperation = authOperation('user', unlinkIdentityErrors, {
  operationId: 'unlinkSocialLogin',
  summary: 'Unlink a Google or Apple account from the current user',
  description: prose(
    "Unlinks a Google or Apple account from the current user; it can't log in until it is linked again. Sessions",
    'that it opened stay open. NOT_FOUND means that the user has no such account.',
  ),
  params: IdentityParams,
  response: { 200: UnlinkIdentityResponse },
})

const requestChallengeOperation = authOperation('public', [], {
  operationId: 'requestChallenge',
  summary: 'A challenge to sign once',
  description: prose(
    'Issues a challenge to sign, for a login with the key in the body, or without one for a registration or for a login',
    'with any WebAuthn key. It can be used once, within two minutes. An unknown key gets a challenge too, with which',
    'every login fails.',
  ),
  body: ChallengeBody,
  response: { 201: ChallengeResponse },
})

const registerCredentialOperation = authOperation('user', registerCredentialErrors, {
  operationId: 'registerCredential',
  summary: 'Register a key of this device, or a WebAuthn key, for the current user, until the password is changed',
  description: prose(
    'Registers a key of a device, or a WebAuthn key, that logs the current user in until the password is changed.',
    'The user proves possession by signing a fresh challenge. AUTH_001 means that the proof is wrong: request',
    'another challenge. INVALID_REQUEST means that the key is not a P-256 key, CONFLICT that it is registered',
    'already.',
  ),
  body: RegisterCredentialBody,
  response: { 201: RegisterCredentialResponse },
})

const biometricLoginOperation = authOperation('public', biometricLoginErrors, {
  operationId: 'biometricLogin',
  summary: 'Log in with a registered key',
  description: prose(
    'Opens a session for the user whose key signed the challenge. A WebAuthn key is found by `response.id` when the',
    'challenge was requested without `credential_id`, so that the user types no name; the authenticator must verify',
    'the user. Every attempt uses up its challenge. AUTH_001 does not reveal the cause; request another challenge. Five',
    'wrong signatures in a row disable a key.',
  ),
  body: BiometricLoginBody,
  response: { 200: TokenSetResponse },
})

const listCredentialsOperation = authOperation('user', ['AUTH_003'], {
  operationId: 'listCredentials',
  summary: 'The keys of the current user',
  description:
    'Lists the keys of the current user, including disabled and ended ones. New keys appear within a second.',
  response: { 200: ListCredentialsResponse },
})

const removeCredentialOperation = authOperation('user', removeCredentialErrors, {
  operationId: 'removeCredential',
  summary: 'Remove a key of the current user',
  description: prose(
    "Removes a key of the current user; it can't log in any more. Sessions that it opened stay open. NOT_FOUND",
    'means that the user has no such key.',
  ),
  params: CredentialParams,
  response: { 200: RemoveCredentialResponse },
})

export function passwordlessLoginRoutes(api: Api, auth: Auth): void {
  api.post('/api/auth/nonce', requestNonceOperation, async (request, reply) =>
    reply.code(201).send(await requestNonce(auth, anonymousContextOf(request, auth.now()))),
  )

  api.post('/api/auth/social-login', socialLoginOperation, async request =>
    socialLogIn(auth, anonymousContextOf(request, auth.now()), { ...request.body, ...userAgentOf(request) }),
  )

  api.post('/api/auth/social-link', linkSocialLoginOperation, async request => {
    await linkIdentity(auth, contextOf(request, auth.now()), { ...request.body, sid: request.caller.sid })
    return { status: 'linked' as const }
  })

  api.get('/api/auth/identities', listIdentitiesOperation, async ({ caller }) => ({
    data: await listIdentities(auth, caller.sub),
  }))

  api.delete('/api/auth/identities/:identity_id', unlinkSocialLoginOperation, async request => {
    await unlinkIdentity(auth, contextOf(request, auth.now()), request.params)
    return { identity_id: request.params.identity_id, status: 'unlinked' as const }
  })

  api.post('/api/auth/biometric/challenge', requestChallengeOperation, async (request, reply) =>
    reply.code(201).send(await requestChallenge(auth, anonymousContextOf(request, auth.now()), request.body)),
  )

  api.post('/api/auth/biometric/register', registerCredentialOperation, async (request, reply) => {
    const input = { ...request.body, sid: request.caller.sid }
    return reply.code(201).send({
      credential_id: await registerCredential(auth, contextOf(request, auth.now()), input),
    })
  })

  api.post('/api/auth/biometric-login', biometricLoginOperation, async request =>
    biometricLogIn(auth, anonymousContextOf(request, auth.now()), { ...request.body, ...userAgentOf(request) }),
  )

  api.get('/api/auth/biometric', listCredentialsOperation, async ({ caller }) => ({
    data: await listCredentials(auth, caller.sub),
  }))

  api.delete('/api/auth/biometric/:credential_id', removeCredentialOperation, async request => {
    await removeCredential(auth, contextOf(request, auth.now()), request.params)
    return { credential_id: request.params.credential_id, status: 'removed' as const }
  })
}
