import type { Migration } from '#edge/postgres/schema.ts'
import { rateLimitMigrations } from '#edge/rate-limits/counters.ts'
import { loginThrottleMigrations } from '#services/auth/login-throttle.ts'
import { oneTimeTokenMigrations } from '#services/auth/one-time-tokens.ts'
import { serviceAccountUsesMigrations } from '#services/auth/service-account-uses.ts'

export const authMigrations: Migration[] = [
  ...loginThrottleMigrations,
  ...rateLimitMigrations,
  ...oneTimeTokenMigrations,
  ...serviceAccountUsesMigrations,
]
