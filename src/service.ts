import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from './config/config.ts'
import type { Nats } from './edge/nats/connect.ts'
import type { Database } from './edge/postgres/pool.ts'
import type { Tracing } from './edge/tracing/tracing.ts'
import type { Vault } from './edge/vault/vault.ts'
import type { EventStore } from './event-sourcing/event-store.ts'
import type { Execute } from './event-sourcing/execute.ts'
import type { LeaderElection } from './subscription/leader-election.ts'

export type Service<ModuleConfig = unknown> = {
  config: Config & ModuleConfig
  log: Logger
  metrics: Registry
  /** Missing without a trace collector. */
  tracing?: Tracing | undefined
  store: EventStore
  execute: Execute
  db: Database
  /** Missing without NATS_URL. */
  nats?: Nats | undefined
  /** Elects the process for work that one process may do at a time. */
  leaders: LeaderElection
  vault: Vault
  /** The database's clock, which all processes share (database-clock.ts). Tests have their own. */
  now(): Date
  /** How long that clock has not been set (database-clock.ts). */
  clockStableForMs?: (() => number) | undefined
}
