import type { PushAccess } from '#config/config.ts'
import type { Responder, SandboxReply } from './responder.ts'

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'
const RETRY_AFTER_S = '2'
const HOUR_MS = 3_600_000

type Network = keyof PushAccess
type ScriptedReply = Readonly<Record<Network, () => SandboxReply>> & {
  /** Only the first message to the token gets it. */
  once?: true
}

const refuse =
  (status: number, reason: string, more: Partial<SandboxReply & { do: 'refuse' }> = {}) =>
  (): SandboxReply => ({
    ...{ do: 'refuse', status, reason },
    ...more,
  })
const onBothNetworks = (reply: SandboxReply): Readonly<Record<Network, () => SandboxReply>> => ({
  apns: () => reply,
  fcm: () => reply,
})
const fcmError = (errorCode: string) => ({ details: [{ '@type': FCM_ERROR, errorCode }] })

/** By the last four characters of the token; all others are accepted. */
export const REPLY_BY_TOKEN_SUFFIX: Readonly<Record<string, ScriptedReply>> = {
  '0002': {
    apns: () => refuse(410, 'Unregistered', { timestamp: Date.now() })(),
    fcm: refuse(404, 'NOT_FOUND', fcmError('UNREGISTERED')),
  },
  '0003': {
    apns: refuse(400, 'BadDeviceToken'),
    fcm: refuse(400, 'INVALID_ARGUMENT', fcmError('INVALID_ARGUMENT')),
  },
  '0004': {
    apns: refuse(400, 'BadExpirationDate'),
    fcm: refuse(400, 'INVALID_ARGUMENT', { details: [{ '@type': BAD_REQUEST, fieldViolations: [] }] }),
  },
  '0005': { apns: refuse(403, 'InvalidProviderToken'), fcm: refuse(401, 'UNAUTHENTICATED') },
  '0006': {
    apns: refuse(429, 'TooManyRequests', { retryAfter: RETRY_AFTER_S }),
    fcm: refuse(429, 'RESOURCE_EXHAUSTED', { retryAfter: RETRY_AFTER_S, ...fcmError('QUOTA_EXCEEDED') }),
    once: true,
  },
  '0007': {
    apns: refuse(503, 'ServiceUnavailable'),
    fcm: refuse(503, 'UNAVAILABLE', fcmError('UNAVAILABLE')),
    once: true,
  },
  '0008': { ...onBothNetworks({ do: 'hang' }), once: true },
  '0009': { ...onBothNetworks({ do: 'go_away' }), once: true },
  '000a': {
    apns: () => refuse(410, 'Unregistered', { timestamp: Date.now() - HOUR_MS })(),
    fcm: refuse(404, 'NOT_FOUND', fcmError('UNREGISTERED')),
  },
}

const TOKENS_MAX = 10_000

export function createSandboxResponder(network: Network): Responder {
  const repliedTokens = new Set<string>()
  return ({ token }) => {
    const scripted = REPLY_BY_TOKEN_SUFFIX[token.slice(-4).toLowerCase()]
    if (scripted === undefined || repliedTokens.has(token)) return { do: 'accept' }
    if (scripted.once) {
      if (repliedTokens.size >= TOKENS_MAX) repliedTokens.clear()
      repliedTokens.add(token)
    }
    return scripted[network]()
  }
}
