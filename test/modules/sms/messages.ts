import { randomUUID } from 'node:crypto'

/** What is found nowhere else, so that every log, event and row can be searched for it. */
export const SENDER = '+34611223344'
export const DOMAIN = 'bbva-quokka-login.top'
export const URL_IN_TEXT = `https://${DOMAIN}/zx81-spectrum`
export const PHISHING = `BBVA: your account is locked. Verify at ${URL_IN_TEXT} or lose access, dear wombat`
export const FRIENDLY = 'See you at the bakery tomorrow, bring the blue umbrella'

/** A message of an Android phone that nobody has sent before. */
export function messageOf(more: object = {}) {
  return {
    sender: SENDER,
    message_content: PHISHING,
    message_id: `msg_${randomUUID()}`,
    device_id: 'device_1',
    received_date: '2026-01-01T14:00:00+02:00',
    platform: 'android',
    extracted_urls: [],
    ...more,
  }
}
