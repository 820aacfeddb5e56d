import type { Projection } from '#projection.ts'
import { historyOf } from '#projections/audit/history.ts'
import { clients } from '#projections/auth/clients.ts'
import { credentials } from '#projections/auth/credentials.ts'
import { authFacts } from '#projections/auth/facts.ts'
import { identities } from '#projections/auth/identities.ts'
import { users } from '#projections/auth/users.ts'
import { refundFacts } from '#projections/refunds/facts.ts'
import { refunds } from '#projections/refunds/refunds.ts'
import { reservations } from '#projections/refunds/reservations.ts'
import { transactionFacts } from '#projections/transactions/facts.ts'
import { deliveryFacts, webhookFacts } from '#projections/webhooks/facts.ts'
import { endpoints } from '#projections/webhooks/webhooks.ts'

/** Every read model there is. */
export const readModels: readonly Projection[] = [
  refunds,
  historyOf([...authFacts, transactionFacts, refundFacts, webhookFacts, deliveryFacts]),
  reservations,
  endpoints,
  clients,
  users,
  credentials,
  identities,
]
