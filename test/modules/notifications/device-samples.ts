import { randomBytes, randomUUID } from 'node:crypto'

export const iosToken = () => randomBytes(32).toString('hex')
export const androidToken = () =>
  `${randomBytes(11).toString('base64url')}:APA91b${randomBytes(99).toString('base64url')}`

/** A device of its own, unless said. */
export function deviceOf(user_id: string | null, more: object = {}) {
  return {
    ...(user_id === null ? {} : { user_id }),
    ...{ device_id: `device_${randomUUID()}`, platform: 'ios', push_token: iosToken() },
    ...{ app_version: '4.2.0', language: 'en' },
    ...more,
  }
}

/** What a caller tells a user, of which nothing makes two the same unless said. */
export function messageTo(user_id: string, more: object = {}, options: object | null = null) {
  const words = { title: `Title ${randomUUID()}`, body: `Body ${randomUUID()}`, category: 'refund_status' }
  return { user_id, notification: { ...words, ...more }, ...(options === null ? {} : { options }) }
}
