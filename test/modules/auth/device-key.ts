import { generateKeyPairSync, sign } from 'node:crypto'
import { loginText, registrationText } from '#services/auth/biometric.ts'

/** One request: the status, and the body as JSON. */
type Ask = (method: string, path: string, json?: object, token?: string) => Promise<{ status: number; body: unknown }>

/** A key in a device, and what a user does with it. */
export function createDeviceKey(device_id = 'phone-1') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = (text: string) => sign('sha256', Buffer.from(text), privateKey).toString('base64url')
  const challenge = async (ask: Ask, credential_id?: string) => {
    const { body } = await ask('POST', '/api/auth/biometric/challenge', { credential_id })
    return body as { challenge_id: string; challenge: string }
  }
  return {
    async register(ask: Ask, token: string, userId: string) {
      const { challenge_id, challenge: text } = await challenge(ask)
      const json = {
        ...{ device_id, platform: 'ios', challenge_id },
        public_key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
        signature: signed(registrationText(text, userId, device_id)),
      }
      const { status, body } = await ask('POST', '/api/auth/biometric/register', json, token)
      return { status, credential_id: String((body as Record<string, unknown>).credential_id) }
    },
    async logIn(ask: Ask, credential_id: string) {
      const { challenge_id, challenge: text } = await challenge(ask, credential_id)
      const signature = signed(loginText(text, credential_id, device_id))
      const { status, body } = await ask('POST', '/api/auth/biometric-login', {
        ...{ credential_id, device_id, challenge_id, signature },
      })
      return { status, token: String((body as Record<string, unknown>).access_token) }
    },
  }
}
