import { z } from 'zod'
import { integer } from '#config/config-values.ts'
import { prose } from '#values/prose.ts'

export const notificationConfig = z.object({
  NOTIFICATION_RETENTION_DAYS: integer(1, 3_650)
    .default(90)
    .describe(
      prose(
        'whole days for which the text of a notification can be read after its own day; then the key of that day is',
        'deleted: `1` to `3650`',
      ),
    ),
})
export type NotificationConfig = z.infer<typeof notificationConfig>
