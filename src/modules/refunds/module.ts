import type { Module } from '#module.ts'
import { reconciliationFlags } from '#projections/refunds/reconciliation-flags.ts'
import { refunds as refundList } from '#projections/refunds/refunds.ts'
import { reservations } from '#projections/refunds/reservations.ts'
import { jobPartsOf, reactionsOf } from '#reactions/process.ts'
import type { Service } from '#service.ts'
import { type RefundConfig, refundConfig } from '#services/refunds/config.ts'
import { createNatsNetwork } from '#services/refunds/payments/nats-network.ts'
import type { PaymentNetwork } from '#services/refunds/payments/payment-network.ts'
import { createSandboxNetwork, sandboxNetworkMigrations } from '#services/refunds/payments/sandbox-network.ts'
import { reconciliationAudit, refundAudit } from './audit-declaration.ts'
import { gatewayContract } from './bus.ts'
import examples from './examples.json' with { type: 'json' }
import { refundGuide } from './guide.ts'
import { observeOverdue } from './metrics.ts'
import { reconciliationPersonalData, refundPersonalData } from './personal-data.ts'
import { refundSubscriptions } from './processes.ts'
import { refundEvents } from './public-events.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import reference from './reference.json' with { type: 'json' }
import { refundRoutes } from './routes.ts'
import { refundStatisticsRoutes } from './statistics-routes.ts'

export const refunds = createRefundsModule(connectConfiguredNetwork)

/** `connect`: tests have their own payment network. */
export function createRefundsModule(
  connect: (service: Service<RefundConfig>) => PaymentNetwork | Promise<PaymentNetwork>,
): Module<RefundConfig> {
  return {
    name: 'refunds',
    config: refundConfig,
    migrations: sandboxNetworkMigrations,
    readModels: [refundList, reservations, reconciliationFlags],
    historyViews: [refundAudit, reconciliationAudit],
    personalData: [refundPersonalData, reconciliationPersonalData],
    publicEvents: refundEvents,
    reactions: config => reactionsOf(refundSubscriptions(config)),
    ...reference,
    examples,
    bus: gatewayContract,
    guide: refundGuide,
    async start({ service, interactive }) {
      const network = await connect(service)
      return {
        routes(api) {
          refundRoutes(api, { ...interactive, network })
          refundStatisticsRoutes(api, interactive)
          reconciliationRoutes(api, interactive)
        },
        jobs: () => ({
          ...jobPartsOf(refundSubscriptions(service.config), { ...service, network }),
          notes: observeOverdue(service),
        }),
        stop: () => network.close(),
      }
    },
  }
}

function connectConfiguredNetwork({ config, db, nats }: Pick<Service<RefundConfig>, 'config' | 'db' | 'nats'>) {
  if (config.PAYMENT_NETWORK === 'sandbox') return createSandboxNetwork({ db, speed: config.SANDBOX_SPEED })
  return createNatsNetwork(nats!)
}
