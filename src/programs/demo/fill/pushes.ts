import { createHash } from 'node:crypto'
import type { FillPart } from './fill-part.ts'

export const fillPushes: FillPart = async (client, name, _now, signal) => {
  const user_id = `${name}_user_0`
  const device_id = `${name}_device_0`
  // As long as those of Apple, and another one at each run.
  const push_token = createHash('sha256').update(device_id).digest('hex')
  const device = { user_id, device_id, platform: 'ios' as const, push_token, app_version: '4.2.0', language: 'en' }
  await client.registerPushDevice({ body: device }, { signal })
  const notification = { title: 'Your card', body: 'Your new card is on its way.', category: 'security_alert' as const }
  await client.sendNotification(
    { body: { user_id, notification: { ...notification, priority: 'normal' } } },
    { signal },
  )
  return 'a device with a notification'
}
