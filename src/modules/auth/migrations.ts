import type { Migration } from '#edge/postgres/schema.ts'
import { rateLimitMigrations } from '#edge/rate-limits/counters.ts'
import { loginThrottleMigrations } from './login-throttle.ts'
import { serviceAccountUsesMigrations } from './service-account-uses.ts'
import { singleUseMigrations } from './single-use.ts'

/** Everything of this area that PostgreSQL holds; main.ts applies it. */
export const authMigrations: Migration[] = [
  ...loginThrottleMigrations,
  ...rateLimitMigrations,
  ...singleUseMigrations,
  ...serviceAccountUsesMigrations,
]
