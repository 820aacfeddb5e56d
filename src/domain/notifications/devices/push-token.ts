import { Rejection } from '#values/errors.ts'
import { PLATFORMS, type PushPlatform } from './events.ts'

/** APNs: at least 32 bytes; Apple does not promise a maximum. */
const APNS_TOKEN = /^[0-9a-f]{64,200}$/i
const FCM_TOKEN = /^[A-Za-z0-9_:-]{20,4096}$/

export function parsePlatform(text: string): PushPlatform {
  const known = PLATFORMS.find(name => name === text)
  if (known !== undefined) return known
  const reason = `must be one of ${PLATFORMS.join(', ')}`
  throw new Rejection('NOTIF_005', { field: 'platform', reason, value: text, allowed_values: PLATFORMS })
}

/** Lower-case for APNs. Errors: NOTIF_001, without the token: it may be another person's. */
export function parsePushToken(platform: PushPlatform, text: string): string {
  if (platform === 'ios') {
    if (APNS_TOKEN.test(text)) return text.toLowerCase()
    throw invalidToken('must be an APNs token: 64 to 200 hexadecimal digits')
  }
  if (APNS_TOKEN.test(text)) throw invalidToken('is an APNs token, which belongs to the platform ios')
  if (!FCM_TOKEN.test(text)) throw invalidToken('must be an FCM token: 20 to 4,096 letters, digits, _, - and :')
  return text
}

function invalidToken(reason: string): Rejection {
  return new Rejection('NOTIF_001', { field: 'push_token', reason })
}
