import type { Service } from '#service.ts'
import type { PaymentNetwork } from './payments/payment-network.ts'

export type RefundService = Service & { network: PaymentNetwork }
