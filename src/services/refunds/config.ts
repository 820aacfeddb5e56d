import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { flag, integer } from '#config/config-values.ts'
import { prose } from '#values/prose.ts'

export const refundConfig = z.object({
  SANDBOX_SPEED: z.coerce
    .number()
    .positive()
    .max(1_000)
    .default(1)
    .describe('divides all times of the sandbox payment network'),
  REFUND_CANCEL_WINDOW_MS: integer(0, 3_600_000)
    .default(1_500)
    .describe('how long a refund stays pending and can be cancelled'),
  VOID_FOUR_EYES: flag
    .optional()
    .meta({ description: 'the voider of a refund must not be its creator', unset: '`true` in production' }),
  BENEFICIARY_MISMATCH: z
    .enum(['flag', 'reject'])
    .default('flag')
    .describe(
      prose(
        "a refund, or its retry, to another person than the transaction's user: `flag` marks it in record, list and",
        'audit, `reject` refuses it (REFUND_010)',
      ),
    ),
})
export type RefundConfig = z.infer<typeof refundConfig>

/** In production the voider of a refund must not be its creator, unless VOID_FOUR_EYES is `false`. */
export function requiresFourEyes(config: Pick<Config, 'ENVIRONMENT'> & Pick<RefundConfig, 'VOID_FOUR_EYES'>): boolean {
  return config.VOID_FOUR_EYES ?? config.ENVIRONMENT === 'production'
}
