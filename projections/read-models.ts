import type { Projection } from '#projection.ts'
import { clients } from './clients.ts'
import { credentials } from './credentials.ts'
import { identities } from './identities.ts'
import { refundHistory } from './refund-history.ts'
import { refunds } from './refunds.ts'
import { reservations } from './reservations.ts'
import { users } from './users.ts'

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
