import type { Service } from '#service.ts'
import type { PaymentNetwork } from './payments/payment-network.ts'

/** What commands that pay and the payment process work with, beside the service itself. */
export type RefundService = Service & { network: PaymentNetwork }
