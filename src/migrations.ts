import { busMigrations } from './bus/migrations.ts'
import { deliveryMigrations } from './delivery/migrations.ts'
import type { Migration } from './edge/postgres/schema.ts'
import { vaultMigrations } from './edge/vault/vault.ts'
import type { Module } from './module.ts'
import { reactionMigrations } from './reactions/start.ts'
import { subscriptionMigrations } from './subscription/migrations.ts'

/** Before those of the modules. */
const engineMigrations = [
  ...[...vaultMigrations, ...subscriptionMigrations, ...reactionMigrations, ...deliveryMigrations],
  ...busMigrations,
]

export function migrationsOf(modules: readonly Module[]): Migration[] {
  return [...engineMigrations, ...modules.flatMap(module => module.migrations ?? [])]
}
