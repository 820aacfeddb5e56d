import { z } from 'zod'
import { integer, quotas } from '#config/config-values.ts'
import { prose } from '#values/prose.ts'

/** Analyses a month by tier; null = no limit. */
const SMS_QUOTA = { A: 1_000, B: 100_000, C: null }

export const smsConfig = z.object({
  SMS_QUOTA: quotas(SMS_QUOTA)
    .default(SMS_QUOTA)
    .describe(
      prose(
        'messages that a client may have analysed in a UTC calendar month, by its tier; an unnamed tier keeps its',
        "default, and a client's record can have its own number",
      ),
    ),
  SMS_RETENTION_DAYS: integer(1, 3_650)
    .default(30)
    .describe(
      prose(
        'whole days for which the text of an analysed message can be read after its own day; then the key of that',
        'day is deleted: `1` to `3650`',
      ),
    ),
})
export type SmsConfig = z.infer<typeof smsConfig>
