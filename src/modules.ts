import { historyOf } from '#projections/audit/history.ts'
import { eventsOf } from '#projections/events/events.ts'
import { subjectStreamsProjection } from '#projections/subjects/subject-streams.ts'
import { inboundOperation } from './bus/inbound/bus-operation.ts'
import { type Config, readConfig } from './config/config.ts'
import type { Projection } from './declarations/read-model.ts'
import type { BusOperation } from './http/asyncapi/bus-operation.ts'
import type { DocumentParts } from './http/openapi/document-parts.ts'
import type { Module } from './module.ts'
import { audit } from './modules/audit/module.ts'
import { auth } from './modules/auth/module.ts'
import { publishedEvents } from './modules/events/bus.ts'
import { events } from './modules/events/module.ts'
import { fraud } from './modules/fraud/module.ts'
import { notifications } from './modules/notifications/module.ts'
import { refunds } from './modules/refunds/module.ts'
import { sms } from './modules/sms/module.ts'
import { subjects } from './modules/subjects/module.ts'
import { transactions } from './modules/transactions/module.ts'
import { vpn } from './modules/vpn/module.ts'
import { webhooks } from './modules/webhooks/module.ts'

/** In the order of migration and start. */
const all = [auth, transactions, refunds, fraud, sms, vpn, notifications, webhooks, events, audit, subjects] as const
// A module takes a service that has the variables of all modules, so it is called with no less.
export const modules = all as readonly unknown[] as readonly Module<ModuleVariables>[]

type VariablesOf<M extends readonly unknown[]> = M extends readonly [Module<infer C>, ...infer Rest]
  ? C & VariablesOf<Rest>
  : unknown
export type ModuleVariables = VariablesOf<typeof all>

export { endpointCommands } from './modules/webhooks/endpoint-commands.ts'

export const moduleSchemas = schemasOf(modules)

function schemasOf(of: readonly Module[]) {
  return of.flatMap(({ config }) => config ?? [])
}

/** As `readConfig`, with the variables of all modules, which each module finds in its `Service`. */
export function readServiceConfig(env?: NodeJS.ProcessEnv, of: readonly Module[] = modules): Config & ModuleVariables {
  return readConfig(env, schemasOf(of)) as Config & ModuleVariables
}

/** The read models of the modules and those over all modules: public events, history, streams of each person. */
export function readModelsOf(of: readonly Module[]): Projection[] {
  const own = of.flatMap(({ readModels }) => readModels ?? [])
  const eventSources = of.flatMap(({ publicEvents }) => publicEvents?.sources ?? [])
  const personalData = of.flatMap(module => module.personalData ?? [])
  const historyReadModel = historyOf(
    of.flatMap(({ historyViews }) => historyViews ?? []),
    personalData,
  )
  return [...own, eventsOf(eventSources), historyReadModel, subjectStreamsProjection(personalData)]
}

/** What the service takes from and sends to NATS. */
export function busOperations(of: readonly Module[]): BusOperation[] {
  return [
    ...of.flatMap(({ inbound }) => inbound ?? []).map(inboundOperation),
    ...publishedEvents(Object.assign({}, ...of.map(({ publicEvents }) => publicEvents?.schemas))),
    ...of.flatMap(({ bus }) => bus ?? []),
  ]
}

export function describeModules(of: readonly Module[], config: Config): DocumentParts {
  return {
    examples: Object.assign({}, ...of.map(({ examples }) => examples)),
    eventSchemas: Object.assign({}, ...of.map(({ publicEvents }) => publicEvents?.schemas)),
    tags: of.flatMap(({ tags }) => tags ?? []),
    errorAdvice: Object.assign({}, ...of.map(({ errorAdvice }) => errorAdvice)),
    bus: busOperations(of),
    guide: of.flatMap(({ guide }) => guide?.(config) ?? []),
  }
}
