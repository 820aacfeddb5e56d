import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from './config/config.ts'
import type { Database } from './edge/postgres/pool.ts'
import type { Tracing } from './edge/tracing/tracing.ts'
import type { Vault } from './edge/vault/vault.ts'
import type { EventStore } from './event-sourcing/event-store.ts'
import type { Execute } from './event-sourcing/execute.ts'
import type { LeaderElection } from './subscription/leader-election.ts'

/** What commands, queries, reactions and routes are given; made once in main.ts. */
export type Service = {
  config: Config
  log: Logger
  /** Every part registers its own metrics here. */
  metrics: Registry
  /** Missing when no collector of traces is configured. */
  tracing?: Tracing | undefined
  store: EventStore
  execute: Execute
  db: Database
  /** Which of the processes does what only one may do at a time. */
  leaders: LeaderElection
  vault: Vault
  /** The only clock: the database's, which all processes share (database-clock.ts). Tests bring their own. */
  now(): Date
  /** For how long that clock has not been set (database-clock.ts); missing where it never is. */
  clockStableForMs?: (() => number) | undefined
}
