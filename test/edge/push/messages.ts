import { randomBytes, randomUUID } from 'node:crypto'
import type { PushMessage } from '#edge/push/push-sender.ts'

export const hexToken = (ending = '') =>
  randomBytes(32)
    .toString('hex')
    .slice(0, 64 - ending.length) + ending

/** Something to send, unless said otherwise. */
export function messageOf(more: Partial<PushMessage> = {}): PushMessage {
  return {
    ...{ token: hexToken(), title: 'Refund completed', body: 'It is on its way.', category: 'refund_status' },
    ...{ priority: 'normal', isCriticalAlertAllowed: false, data: { refund_id: 'rf_1' }, badge: 3, sound: null },
    ...{
      collapseId: 'refund:rf_1',
      expiresAt: new Date(Date.now() + 3_600_000),
      notificationId: `ntf_${randomUUID()}`,
    },
    ...more,
  }
}
