import type { Projection } from '#projection.ts'
import { clients } from '#projections/auth/clients.ts'
import { credentials } from '#projections/auth/credentials.ts'
import { identities } from '#projections/auth/identities.ts'
import { users } from '#projections/auth/users.ts'
import { refundHistory } from '#projections/refunds/refund-history.ts'
import { refunds } from '#projections/refunds/refunds.ts'
import { reservations } from '#projections/refunds/reservations.ts'

/** Every read model there is. */
export const readModels: readonly Projection[] = [
  refunds,
  refundHistory,
  reservations,
  clients,
  users,
  credentials,
  identities,
]
