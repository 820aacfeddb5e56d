import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import type { Config, PushAccess } from '#config/config.ts'
import { type ApnsAccess, apnsAccess, type FcmAccess, fcmAccess } from '#config/push-access.ts'
import { developmentCaOf } from '../development-ca.ts'

const generateKeys = promisify(generateKeyPair)
const RSA_BITS = 2_048
const APNS = { keyId: 'SANDBOXKEY', teamId: 'SANDBOXTEA', topic: 'com.example.sandbox' }
const FCM = { projectId: 'sandbox', clientEmail: 'sender@sandbox.example' }
const FCM_HOST = 'fcm.googleapis.com'

type SandboxServer<Access> = { access: Access; close(): Promise<void> }

/** Local push networks with certificates of the development CA; each starts with its first message. */
export function createPushSandbox(config: Config, log: Logger): PushAccess & { stop(): Promise<void> } {
  const isSandbox = config.ENVIRONMENT === 'sandbox'
  const startedServers: Promise<SandboxServer<unknown>>[] = []

  function startOnFirstUse<Access>(start: () => Promise<SandboxServer<Access>>): () => Promise<Access> {
    let server: Promise<SandboxServer<Access>> | undefined
    return async () => {
      if (server === undefined) {
        server = start()
        startedServers.push(server)
        server.catch(() => (server = undefined))
      }
      return (await server).access
    }
  }

  async function apns(): Promise<SandboxServer<ApnsAccess>> {
    const [{ startApnsServer }, { createSandboxResponder }] = await loadServer(import('./apns-server.ts'))
    const [ca, keys] = await Promise.all([
      developmentCaOf(config.DATA_DIR),
      generateKeys('ec', { namedCurve: 'P-256' }),
    ])
    const certified = await ca.issue(['127.0.0.1', 'localhost'])
    const { publicKey } = keys
    const server = await startApnsServer({ certified, publicKey, ...APNS, respond: createSandboxResponder('apns') })
    log.info({ url: server.url }, 'APNs sandbox listens; GET lists the requests')
    const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const access = apnsAccess(pem, { ...APNS, endpoint: server.url, isProduction: false })
    return { access: { ...access, ca: ca.caPem }, close: server.close }
  }

  async function fcm(): Promise<SandboxServer<FcmAccess>> {
    const [{ startFcmServer }, { createSandboxResponder }] = await loadServer(import('./fcm-server.ts'))
    const [ca, keys] = await Promise.all([
      developmentCaOf(config.DATA_DIR),
      generateKeys('rsa', { modulusLength: RSA_BITS }),
    ])
    const certified = await ca.issue([FCM_HOST, '127.0.0.1', 'localhost'])
    const { publicKey } = keys
    const server = await startFcmServer({ certified, publicKey, ...FCM, respond: createSandboxResponder('fcm') })
    log.info({ url: server.url }, 'FCM sandbox listens; GET lists the requests')
    const account = {
      ...{ type: 'service_account', project_id: FCM.projectId, client_email: FCM.clientEmail },
      private_key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      token_uri: server.tokenUri,
    }
    return { access: { ...fcmAccess(JSON.stringify(account), server.url), ca: ca.caPem }, close: server.close }
  }

  const { apns: configuredApns, fcm: configuredFcm } = config
  return {
    apns: configuredApns !== undefined ? async () => configuredApns : isSandbox ? startOnFirstUse(apns) : null,
    fcm: configuredFcm !== undefined ? async () => configuredFcm : isSandbox ? startOnFirstUse(fcm) : null,
    async stop() {
      for (const result of await Promise.allSettled(startedServers))
        if (result.status === 'fulfilled') await result.value.close()
    },
  }
}

function loadServer<ServerModule>(serverModule: Promise<ServerModule>) {
  return Promise.all([serverModule, import('./sandbox-responder.ts')])
}
