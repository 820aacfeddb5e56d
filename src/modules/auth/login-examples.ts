import { SCOPES } from '#domain/auth/roles.ts'
import type { Examples } from '#http/openapi/examples.ts'

const tokens = {
  access_token: '<access token, a JWT>',
  refresh_token: '<refresh token, a JWT>',
  token_type: 'Bearer',
  expires_in: 3_600,
  user: { id: 'usr_8c6be14f-dc22-544d-9adb-3178daabcab6', email: 'ops@bank.example' },
}
const credential_id = 'cred_01a1fd5d-3001-7e11-8a2b-6f0a1f6c2d10'
const identity_id = 'idn_5b2c7f0e-6f0a-5c5e-9f0d-2f6f3b1f9a10'
const challenge_id = 'chl_01a1fd5d-246d-70d3-8d4d-01805fc8a364'
const signature = 'MEUCIQDeD9sWnSxDq4cPnqGVhdDZ0vEmAbjGvGnQ0tC7Fh8m9AIgQmN0d2xvIGV4YW1wbGUgc2lnbmF0dXJlIGJ5dGVzMDE'
const social = { provider: 'google', id_token: '<id token of Google>', device_id: 'phone-1' }

export const loginExamples: Examples = {
  login: {
    body: { email: 'ops@bank.example', password: 'correct horse battery staple' },
    responses: { 200: tokens },
  },
  refresh: {
    body: { refresh_token: tokens.refresh_token },
    responses: { 200: { access_token: tokens.access_token, token_type: 'Bearer', expires_in: 3_600 } },
  },
  logout: { body: { refresh_token: tokens.refresh_token }, responses: { 200: { status: 'logged_out' } } },
  me: {
    responses: {
      200: { ...tokens.user, client_id: 'clt_01a1fd5a-4fa1-72b3-a186-e48874acf533', role: 'admin', scopes: SCOPES },
    },
  },
  changePassword: {
    body: { current_password: 'correct horse battery staple', new_password: 'another battery, another horse' },
    responses: { 200: { status: 'changed' } },
  },
  requestNonce: { responses: { 201: { nonce: 'ZzELt9uuha5JG7LaJAsTmwoJ78oGmpjYy1WKoYxryp8', expires_in: 600 } } },
  socialLogin: {
    body: { ...social, nonce: 'ZzELt9uuha5JG7LaJAsTmwoJ78oGmpjYy1WKoYxryp8' },
    responses: { 200: tokens },
  },
  listIdentities: {
    responses: {
      200: { data: [{ identity_id, provider: 'google', status: 'active', linked_at: '2026-11-21T09:06:12.118Z' }] },
    },
  },
  unlinkSocialLogin: { responses: { 200: { identity_id, status: 'unlinked' } } },
  linkSocialLogin: { body: social, responses: { 200: { status: 'linked' } } },
  requestChallenge: {
    body: { credential_id },
    responses: {
      201: { challenge_id, challenge: '0AobOlOk4xbTC84rmqdt5ry12opdDViTlsginzguKJ8', expires_in: 120 },
    },
  },
  registerCredential: {
    body: {
      type: 'device',
      device_id: 'phone-1',
      platform: 'ios',
      challenge_id,
      algorithm: 'ES256',
      public_key:
        'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEXH8UTNG72bfocs3-257rn0s2ldbqkLJK2KRiMohYjlrQ',
      signature,
    },
    responses: { 201: { credential_id } },
  },
  biometricLogin: {
    body: { type: 'device', credential_id, challenge_id, device_id: 'phone-1', signature },
    responses: { 200: tokens },
  },
  listCredentials: {
    responses: {
      200: {
        data: [
          {
            ...{ credential_id, type: 'device', device_id: 'phone-1', platform: 'ios', status: 'active' },
            ...{ registered_at: '2026-11-21T09:07:44.031Z', last_used_at: null },
          },
        ],
      },
    },
  },
  removeCredential: { responses: { 200: { credential_id, status: 'removed' } } },
  jwks: {
    responses: {
      200: {
        keys: [
          {
            kty: 'EC',
            crv: 'P-256',
            x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
            y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
            kid: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
            use: 'sig',
            alg: 'ES256',
          },
          {
            kty: 'OKP',
            crv: 'Ed25519',
            x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
            kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
            use: 'sig',
            alg: 'EdDSA',
          },
        ],
      },
    },
  },
}
