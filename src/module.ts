import type { z } from 'zod'
import type { InboundKind } from './bus/inbound/inbound-kind.ts'
import type { CompleteConfig, Config } from './config/config.ts'
import type { AuditDeclaration } from './declarations/history-view.ts'
import type { PersonalDataMap } from './declarations/personal-data.ts'
import type { Projection } from './declarations/read-model.ts'
import type { PublicEventDeclaration } from './delivery/enqueue/public-event-declaration.ts'
import type { Migration } from './edge/postgres/schema.ts'
import type { Api } from './http/api.ts'
import type { BusOperation } from './http/asyncapi/bus-operation.ts'
import type { Authenticator } from './http/authenticator.ts'
import type { ErrorAdvice, Examples, Section, Tag } from './http/openapi/document-parts.ts'
import type { HealthPart } from './http/operations-schemas.ts'
import type { JobParts, Reaction } from './reactions/reaction.ts'
import type { Service } from './service.ts'

/** One part of the product. The engines get everything they need from it, and know no module by name. */
export type Module<ModuleConfig = unknown> = {
  name: string
  /** Its environment variables, each with its description. */
  config?: z.ZodObject & z.ZodType<ModuleConfig>
  /** Its tables in `ops`; read models declare their own. */
  migrations?: readonly Migration[]
  readModels?: readonly Projection[]
  /** The history view and the audit of its records, by stream. */
  historyViews?: readonly AuditDeclaration[]
  /** What a restriction hides and an erasure removes, by stream. */
  personalData?: readonly PersonalDataMap[]
  publicEvents?: PublicEventDeclaration
  /** Jobs that its events schedule: role `reactor`, and the command that hands events over again. */
  reactions?(config: Config & ModuleConfig): Reaction[]
  /** For the OpenAPI document. */
  examples?: Examples
  tags?: readonly Tag[]
  /** For the error codes of the module. */
  errorAdvice?: ErrorAdvice
  /** What other services may send to it over the bus: role `reactor`, with `BUS=in`. */
  inbound?: readonly InboundKind<ModuleConfig>[]
  /** What else it sends to and takes from NATS, for the AsyncAPI document. */
  bus?: readonly BusOperation[]
  /** Chapters of the OpenAPI document's introduction. */
  guide?(config: Config & ModuleConfig): readonly Section[]
  /** Runs in every process, before the schema is there: it must not query a store. */
  start(given: ModuleContext<ModuleConfig>): ModuleRuntime | Promise<ModuleRuntime>
}

export type ModuleContext<ModuleConfig = unknown> = {
  /** For background work. */
  service: Service<ModuleConfig> & { config: CompleteConfig }
  /** For requests: its PostgreSQL queries have a time limit. */
  interactive: Service<ModuleConfig> & { config: CompleteConfig }
  /** For a module that works on all of them. */
  modules: readonly Module[]
}

/** What a started module provides, by role. */
export type ModuleRuntime = {
  /** Role `api`. The authenticator's module has its routes in every process. */
  routes?(api: Api): void
  /** Role `reactor`. The schema is there. */
  jobs?(): JobParts
  /** One module has it. */
  authenticator?: Authenticator
  /** What the first request needs. The schema is there. Repeated until it succeeds. */
  prepare?(): Promise<void>
  /** Parts of /health/ready that do not affect readiness. */
  health?(): Record<string, HealthPart>
  /** Parts of /health/ready that affect readiness: while one is down, another process may still answer. */
  needs?(): Record<string, HealthPart>
  /** The process begins to stop: what would last is ended at once. Requests are still answered. */
  markEnding?(): void
  stop?(): Promise<void>
}
