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

const requestNonceOperation = authOperation('requestNonce', 'public', [], { response: { 201: NonceResponse } })

const socialLoginOperation = authOperation('socialLogin', 'public', socialLoginErrors, {
  body: SocialLoginBody,
  response: { 200: TokenSetResponse },
})

const linkSocialLoginOperation = authOperation('linkSocialLogin', 'user', linkIdentityErrors, {
  body: SocialLoginBody,
  response: { 200: LinkIdentityResponse },
})

const listIdentitiesOperation = authOperation('listIdentities', 'user', ['AUTH_003'], {
  response: { 200: ListIdentitiesResponse },
})

const unlinkSocialLoginOperation = authOperation('unlinkSocialLogin', 'user', unlinkIdentityErrors, {
  params: IdentityParams,
  response: { 200: UnlinkIdentityResponse },
})

const requestChallengeOperation = authOperation('requestChallenge', 'public', [], {
  body: ChallengeBody,
  response: { 201: ChallengeResponse },
})

const registerCredentialOperation = authOperation('registerCredential', 'user', registerCredentialErrors, {
  body: RegisterCredentialBody,
  response: { 201: RegisterCredentialResponse },
})

const biometricLoginOperation = authOperation('biometricLogin', 'public', biometricLoginErrors, {
  body: BiometricLoginBody,
  response: { 200: TokenSetResponse },
})

const listCredentialsOperation = authOperation('listCredentials', 'user', ['AUTH_003'], {
  response: { 200: ListCredentialsResponse },
})

const removeCredentialOperation = authOperation('removeCredential', 'user', removeCredentialErrors, {
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
