import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apnsAccess, fcmAccess } from '#config/push-access.ts'
import { temporaryCa } from '#embedded/development-ca.ts'
import { startApnsServer } from '#embedded/push/apns-server.ts'
import { startFcmServer } from '#embedded/push/fcm-server.ts'
import type { AsyncResponder, SandboxReply } from '#embedded/push/responder.ts'
import { noteSecret } from './secrets.ts'

const APNS = { keyId: 'TESTKEY123', teamId: 'TESTTEAM12', topic: 'com.example.bank' }
const FCM = { projectId: 'bank-test', clientEmail: 'sender@bank-test.example' }
const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'

const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const pemOf = (key: ReturnType<typeof ec>['privateKey']) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

export const refuse = (
  status: number,
  reason: string,
  more: Partial<SandboxReply & { do: 'refuse' }> = {},
): SandboxReply => ({
  ...{ do: 'refuse', status, reason },
  ...more,
})
export const fcmError = (errorCode: string) => ({ details: [{ '@type': FCM_ERROR, errorCode }] })

export type ApnsTest = Awaited<ReturnType<typeof apnsForTest>>
export type FcmTest = Awaited<ReturnType<typeof fcmForTest>>

/** An APNs on this machine that answers as the test says; it accepts until then. */
export async function apnsForTest(options: { port?: number; isExpired?: (token: string) => boolean } = {}) {
  const ca = await temporaryCa()
  const { privateKey, publicKey } = ec()
  const pem = pemOf(privateKey)
  noteSecret(pem)
  let answer: AsyncResponder = () => ({ do: 'accept' })
  const server = await startApnsServer({
    ...{ certified: await ca.issue(['127.0.0.1', 'localhost']), publicKey, ...APNS },
    ...{ respond: incoming => answer(incoming), recordedMax: Number.POSITIVE_INFINITY, ...options },
  })
  const access = { ...apnsAccess(pem, { ...APNS, endpoint: server.url, isProduction: false }), ca: ca.caPem }
  return {
    ...{ server, access, caPem: ca.caPem },
    respond: (next: AsyncResponder) => {
      answer = next
    },
    /** How a service in another process is configured with it. */
    environment(folder: string) {
      const APNS_KEY_FILE = join(folder, 'apns.p8')
      writeFileSync(APNS_KEY_FILE, pem)
      const { keyId: APNS_KEY_ID, teamId: APNS_TEAM_ID, topic: APNS_TOPIC } = APNS
      return { APNS_KEY_FILE, APNS_KEY_ID, APNS_TEAM_ID, APNS_TOPIC, APNS_ENDPOINT: server.url }
    },
  }
}

/** An FCM on this machine, likewise. */
export async function fcmForTest(options: { port?: number; expiresIn?: number } = {}) {
  const ca = await temporaryCa()
  let answer: AsyncResponder = () => ({ do: 'accept' })
  const server = await startFcmServer({
    ...{ certified: await ca.issue(['fcm.googleapis.com', '127.0.0.1']), publicKey: rsa.publicKey, ...FCM },
    ...{ respond: incoming => answer(incoming), recordedMax: Number.POSITIVE_INFINITY, ...options },
  })
  const account = {
    ...{ type: 'service_account', project_id: FCM.projectId, client_email: FCM.clientEmail },
    ...{ private_key: pemOf(rsa.privateKey), token_uri: server.tokenUri },
  }
  noteSecret(account.private_key)
  const text = JSON.stringify(account)
  return {
    ...{ server, access: { ...fcmAccess(text, server.url), ca: ca.caPem }, caPem: ca.caPem },
    respond: (next: AsyncResponder) => {
      answer = next
    },
    environment(folder: string) {
      const FCM_SERVICE_ACCOUNT_FILE = join(folder, 'fcm.json')
      writeFileSync(FCM_SERVICE_ACCOUNT_FILE, text)
      return { FCM_SERVICE_ACCOUNT_FILE, FCM_ENDPOINT: server.url }
    },
  }
}
