import type { Module } from '#module.ts'
import { reconciliationFlags } from '#projections/refunds/reconciliation-flags.ts'
import { refunds as refundList } from '#projections/refunds/refunds.ts'
import { reservations } from '#projections/refunds/reservations.ts'
import { reactionsOf, workOf } from '#reactions/process.ts'
import type { Service } from '#service.ts'
import { createNatsNetwork } from '#services/refunds/payments/nats-network.ts'
import type { PaymentNetwork } from '#services/refunds/payments/payment-network.ts'
import { createSandboxNetwork, sandboxNetworkMigrations } from '#services/refunds/payments/sandbox-network.ts'
import { auditedRefunds } from './audited.ts'
import { refundExamples } from './examples.ts'
import { refundGuide } from './guide.ts'
import { observeWaiting } from './metrics.ts'
import { refundPersonal } from './personal.ts'
import { refundSubscriptions } from './processes.ts'
import { refundEvents } from './public-events.ts'
import { auditedReconciliations } from './reconciliation/audited.ts'
import { reconciliationExamples } from './reconciliation/examples.ts'
import { reconciliationPersonal } from './reconciliation/personal.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { refundRoutes } from './routes.ts'

export const refunds = refundsOver(configuredNetwork)

/** The module with a payment network of its own; tests bring theirs. */
export function refundsOver(connect: (service: Service) => PaymentNetwork | Promise<PaymentNetwork>): Module {
  return {
    name: 'refunds',
    migrations: sandboxNetworkMigrations,
    readModels: [refundList, reservations, reconciliationFlags],
    facts: [auditedRefunds, auditedReconciliations],
    personal: [refundPersonal, reconciliationPersonal],
    publicEvents: refundEvents,
    reactions: config => reactionsOf(refundSubscriptions(config)),
    examples: { ...refundExamples, ...reconciliationExamples },
    guide: refundGuide,
    async start({ service, answering }) {
      const network = await connect(service)
      return {
        routes(api) {
          refundRoutes(api, { ...answering, network })
          reconciliationRoutes(api, answering)
        },
        work: () => ({
          ...workOf(refundSubscriptions(service.config), { ...service, network }),
          notes: observeWaiting(service),
        }),
        health: () => ({ nats: { state: network.line() } }),
        stop: () => network.close(),
      }
    },
  }
}

function configuredNetwork({ config, db }: Pick<Service, 'config' | 'db'>) {
  if (config.PAYMENT_NETWORK === 'sandbox') return createSandboxNetwork({ db, speed: config.SANDBOX_SPEED })
  return createNatsNetwork({ url: config.NATS_URL! })
}
