import type { Migration } from '#edge/postgres/schema.ts'
import { loginThrottleMigrations } from './login-throttle.ts'
import { rateLimitMigrations } from './rate-limits/counters.ts'

/** Everything of this area that PostgreSQL holds; main.ts applies it. */
export const authMigrations: Migration[] = [...loginThrottleMigrations, ...rateLimitMigrations]
