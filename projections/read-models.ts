import type { Projection } from '#projection.ts'
import { refundHistory } from './refund-history.ts'
import { refunds } from './refunds.ts'

/** Every read model there is. */
export const readModels: readonly Projection[] = [refunds, refundHistory]
