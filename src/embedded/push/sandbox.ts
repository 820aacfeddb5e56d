import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import type { Config, PushAccess } from '#config/config.ts'
import { type ApnsAccess, apnsAccess, type FcmAccess, fcmAccess } from '#config/push-access.ts'
import { developmentCaOf } from '../development-ca.ts'

const generate = promisify(generateKeyPair)
const RSA_BITS = 2_048
const APNS = { keyId: 'SANDBOXKEY', teamId: 'SANDBOXTEA', topic: 'com.example.sandbox' }
const FCM = { projectId: 'sandbox', clientEmail: 'sender@sandbox.example' }
const FCM_HOST = 'fcm.googleapis.com'

type Part<Access> = { access: Access; close(): Promise<void> }

/**
 * Both push networks on this machine, for a trial of the service: servers of their own, certified by the development CA of the data folder, asked as the
 * real ones are. Each starts with the first message for it. Configured networks stay as they are.
 */
export function pushSandbox(config: Config, log: Logger): PushAccess & { stop(): Promise<void> } {
  const isTrial = config.ENVIRONMENT === 'sandbox'
  const parts: Promise<Part<unknown>>[] = []

  /** Started once, and again by the next message where it could not be. */
  function first<Access>(start: () => Promise<Part<Access>>): () => Promise<Access> {
    let started: Promise<Part<Access>> | undefined
    return async () => {
      if (started === undefined) {
        started = start()
        parts.push(started)
        started.catch(() => (started = undefined))
      }
      return (await started).access
    }
  }

  async function apns(): Promise<Part<ApnsAccess>> {
    const [{ startApnsServer }, { sandboxAnswers }] = await servers(import('./apns-server.ts'))
    const [ca, keys] = await Promise.all([developmentCaOf(config.DATA_DIR), generate('ec', { namedCurve: 'P-256' })])
    const certified = await ca.issue(['127.0.0.1', 'localhost'])
    const { publicKey } = keys
    const server = await startApnsServer({ certified, publicKey, ...APNS, answer: sandboxAnswers('apns') })
    log.info({ url: server.url }, 'the sandbox of APNs listens; GET shows what has arrived')
    const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const access = apnsAccess(pem, { ...APNS, endpoint: server.url, isProduction: false })
    return { access: { ...access, ca: ca.caPem }, close: server.close }
  }

  async function fcm(): Promise<Part<FcmAccess>> {
    const [{ startFcmServer }, { sandboxAnswers }] = await servers(import('./fcm-server.ts'))
    const [ca, keys] = await Promise.all([
      developmentCaOf(config.DATA_DIR),
      generate('rsa', { modulusLength: RSA_BITS }),
    ])
    const certified = await ca.issue([FCM_HOST, '127.0.0.1', 'localhost'])
    const { publicKey } = keys
    const server = await startFcmServer({ certified, publicKey, ...FCM, answer: sandboxAnswers('fcm') })
    log.info({ url: server.url }, 'the sandbox of FCM listens; GET shows what has arrived')
    const account = {
      ...{ type: 'service_account', project_id: FCM.projectId, client_email: FCM.clientEmail },
      private_key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      token_uri: server.tokenUri,
    }
    return { access: { ...fcmAccess(JSON.stringify(account), server.url), ca: ca.caPem }, close: server.close }
  }

  const { apns: ofApns, fcm: ofFcm } = config
  return {
    apns: ofApns !== undefined ? async () => ofApns : isTrial ? first(apns) : null,
    fcm: ofFcm !== undefined ? async () => ofFcm : isTrial ? first(fcm) : null,
    async stop() {
      for (const part of await Promise.allSettled(parts)) if (part.status === 'fulfilled') await part.value.close()
    },
  }
}

/** Loaded by whoever sends something. */
function servers<Server>(server: Promise<Server>) {
  return Promise.all([server, import('./sandbox-answers.ts')])
}
