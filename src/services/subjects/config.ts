import { z } from 'zod'
import { integer } from '#config/config-values.ts'
import { prose } from '#values/prose.ts'

export const subjectConfig = z.object({
  RETENTION_YEARS: integer(0, 100)
    .default(5)
    .describe(
      prose(
        'how long the data of a person are kept after their last refund closed, where there is a duty to retain: `0`',
        'to `100`',
      ),
    ),
})
export type SubjectConfig = z.infer<typeof subjectConfig>
