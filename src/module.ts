import type { CompleteConfig, Config } from './config/config.ts'
import type { AuditDeclaration } from './declarations/history-view.ts'
import type { PersonalDataMap } from './declarations/personal-data.ts'
import type { Projection } from './declarations/read-model.ts'
import type { PublicEventDeclaration } from './delivery/enqueue/public-event-declaration.ts'
import type { Migration } from './edge/postgres/schema.ts'
import type { Api } from './http/api.ts'
import type { Authenticator } from './http/authenticator.ts'
import type { Examples } from './http/openapi/examples.ts'
import type { Section } from './http/openapi/guide.ts'
import type { HealthPart } from './http/operations-schemas.ts'
import type { JobParts, Reaction } from './reactions/reaction.ts'
import type { Service } from './service.ts'

/** One part of the product, as a plain value in the list of modules.ts. What the engines need of it is here; they know no module by name. */
export type Module = {
  name: string
  /** Of its tables in `ops`; read models bring their own. */
  migrations?: readonly Migration[]
  readModels?: readonly Projection[]
  /** What the history shows of its events, and the audit of its records, stream by stream. */
  historyViews?: readonly AuditDeclaration[]
  /** What of its events is about people, stream by stream: what a restriction hides and an erasure takes. */
  personalData?: readonly PersonalDataMap[]
  publicEvents?: PublicEventDeclaration
  /** What events leave to be done: role `reactor`, and the command that hands events over again. */
  reactions?(config: Config): Reaction[]
  /** Of its operations, for the OpenAPI document. */
  examples?: Examples
  /** What the document's introduction says of it, beyond its operations. */
  guide?(config: Config): readonly Section[]
  /** Makes its parts, in every process, before the schema is there: it asks no store yet. */
  start(given: ModuleContext): ModuleRuntime | Promise<ModuleRuntime>
}

/** What a module starts with. */
export type ModuleContext = {
  /** For what the service does by itself. */
  service: Service & { config: CompleteConfig }
  /** For what callers wait for: its questions to PostgreSQL are answered soon or given up. */
  interactive: Service & { config: CompleteConfig }
  /** All of them, for a module that speaks for the others. */
  modules: readonly Module[]
}

/** What a started module does. Each part is asked for where its role is played. */
export type ModuleRuntime = {
  /** Adds its routes: role `api`. Those of the gate's module are there in every process. */
  routes?(api: Api): void
  /** Does what is due: role `reactor`. The schema is there. */
  jobs?(): JobParts
  /** One module has it: who may come in. */
  authenticator?: Authenticator
  /** What must be there before the first request is let in; the schema is. Repeated until it works. */
  prepare?(): Promise<void>
  /** Shown by /health/ready under these names and no more: a process is ready without it. */
  health?(): Record<string, HealthPart>
  /** Shown beside them: while one of these is down, requests fail that another process may answer, and this one is not ready. */
  needs?(): Record<string, HealthPart>
  stop?(): Promise<void>
}
