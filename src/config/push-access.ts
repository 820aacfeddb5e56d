import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'

/** Credentials of the push networks, read from the configured files. Each key is tried once. */

/** Token-based access to APNs with a team's .p8 key. `ca`: trusted in addition to the system's authorities. */
export type ApnsAccess = {
  key: string
  keyId: string
  teamId: string
  topic: string
  endpoint: string
  ca?: string | undefined
}

/** The certificate of `endpoint` must be for fcm.googleapis.com at any address. */
export type FcmAccess = {
  projectId: string
  clientEmail: string
  privateKey: string
  tokenUri: string
  endpoint: string
  ca?: string | undefined
}

/** For apps that are not from Apple's store. */
const APNS_DEVELOPMENT = 'https://api.sandbox.push.apple.com'
const APNS_PRODUCTION = 'https://api.push.apple.com'
const FCM = 'https://fcm.googleapis.com'

type ApnsOptions = { keyId: string; teamId: string; topic: string; endpoint: string | undefined; isProduction: boolean }

/** Throws an error about the text of the key file. */
export function apnsAccess(pem: string, { endpoint, isProduction, ...ids }: ApnsOptions): ApnsAccess {
  const key = privateKeyOf(pem)
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new Error('it is not a P-256 key, as a .p8 file of Apple is')
  sign('sha256', Buffer.from('once'), key)
  return { ...ids, key: pkcs8(key), endpoint: endpoint ?? (isProduction ? APNS_PRODUCTION : APNS_DEVELOPMENT) }
}

const ServiceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[a-z0-9:.-]+$/),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.url({ protocol: /^https$/ }),
})

/** Throws an error about the text of the service account file, without repeating it. */
export function fcmAccess(text: string, endpoint: string | undefined): FcmAccess {
  const parsed = ServiceAccount.safeParse(readJson(text))
  if (!parsed.success) {
    const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')).filter(Boolean))]
    throw new Error(`it is not a service account file of Google${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`)
  }
  const { project_id, client_email, private_key, token_uri } = parsed.data
  const key = privateKeyOf(private_key)
  if (key.asymmetricKeyType !== 'rsa') throw new Error('its private_key is not an RSA key')
  sign('sha256', Buffer.from('once'), key)
  return {
    ...{ projectId: project_id, clientEmail: client_email, privateKey: pkcs8(key), tokenUri: token_uri },
    endpoint: endpoint ?? FCM,
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function privateKeyOf(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Error('it contains no PEM private key')
  }
}

function pkcs8(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
