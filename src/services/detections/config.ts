import { z } from 'zod'
import { integer } from '#config/config-values.ts'
import { prose } from '#values/prose.ts'

export const detectionConfig = z.object({
  DETECTION_RETENTION_DAYS: integer(1, 3_650)
    .default(90)
    .describe(
      prose(
        'whole days for which the content of a detection can be read after the day on which it was recorded; then',
        'the key of that day is deleted: `1` to `3650`',
      ),
    ),
})
export type DetectionConfig = z.infer<typeof detectionConfig>
