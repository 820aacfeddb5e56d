import { z } from 'zod'
import { integer } from '#config/config-values.ts'

export const webhookConfig = z.object({
  WEBHOOK_ROTATION_GRACE_S: integer(1, 604_800)
    .default(86_400)
    .describe('how long a secret still signs after the rotation that replaced it'),
})
export type WebhookConfig = z.infer<typeof webhookConfig>
