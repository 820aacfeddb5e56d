import type { Service } from '#service.ts'
import type { RefundConfig } from '#services/refunds/config.ts'
import type { PaymentNetwork } from './payments/payment-network.ts'

export type RefundService = Service<RefundConfig> & { network: PaymentNetwork }
