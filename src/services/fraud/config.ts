import { z } from 'zod'
import { path } from '#config/config-values.ts'

export const fraudConfig = z.object({
  FRAUD_MODELS: path
    .optional()
    .describe(
      "folder of fraud models in addition to the release's own: `*.onnx` of `npm run train`, the same in every process",
    ),
  FRAUD_MODEL_FALLBACK: z
    .enum(['none', 'rules'])
    .default('none')
    .describe("scores while the fraud model can't be used: `none` (FRAUD_006), or by `rules` alone"),
})
export type FraudConfig = z.infer<typeof fraudConfig>
