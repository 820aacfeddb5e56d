import type { Module } from '#module.ts'
import { createRefundsModule, refunds } from '#modules/refunds/module.ts'
import { modules, readModelsOf } from '#modules.ts'
import type { PaymentNetwork } from '#services/refunds/payments/payment-network.ts'

/** What the engines get from all modules, for tests that start an engine alone. */
export const readModels = readModelsOf(modules)
export const publicEvents = modules.flatMap(module => module.publicEvents ?? [])
export const publicPrefixes = publicEvents.flatMap(({ prefixes }) => prefixes)

/** All modules, with payments made by this network. */
export function modulesOver(network: PaymentNetwork): Module[] {
  return modules.map(module => (module === refunds ? createRefundsModule(() => network) : module))
}
