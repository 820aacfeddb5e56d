import { z } from 'zod'
import { historyOf } from '#projections/audit/history.ts'
import { eventsOf } from '#projections/events/events.ts'
import { subjectStreamsProjection } from '#projections/subjects/subject-streams.ts'
import { inboundOperation } from './bus/inbound/bus-operation.ts'
import type { Config } from './config/config.ts'
import type { Projection } from './declarations/read-model.ts'
import type { BusOperation } from './http/asyncapi/bus-operation.ts'
import type { DocumentParts, EventSchemas } from './http/openapi/document-parts.ts'
import type { Module } from './module.ts'
import { audit } from './modules/audit/module.ts'
import { auth } from './modules/auth/module.ts'
import { detections } from './modules/detections/module.ts'
import { publishedEvents } from './modules/events/bus.ts'
import { events } from './modules/events/module.ts'
import { fraud } from './modules/fraud/module.ts'
import { installation } from './modules/installation/module.ts'
import { notifications } from './modules/notifications/module.ts'
import { refunds } from './modules/refunds/module.ts'
import { sms } from './modules/sms/module.ts'
import { subjects } from './modules/subjects/module.ts'
import { transactions } from './modules/transactions/module.ts'
import { vpn } from './modules/vpn/module.ts'
import { webhooks } from './modules/webhooks/module.ts'
import type { ModuleVariables } from './service-config.ts'

/** In the order of migration and start. */
const all = [
  ...[auth, transactions, refunds, fraud, sms, detections, vpn, notifications],
  ...[webhooks, events, audit, subjects, installation],
] as const
// A module takes a service that has the variables of all modules, so it is called with no less.
export const modules = all as readonly unknown[] as readonly Module<ModuleVariables>[]

export { endpointCommands } from './modules/webhooks/endpoint-commands.ts'

export function configSchemasOf(of: readonly Module[]) {
  return of.flatMap(({ config }) => config ?? [])
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
    ...publishedEvents(eventSchemasOf(of)),
    ...of.flatMap(({ bus }) => bus ?? []),
  ]
}

/** A type that several modules emit has the schemas of all of them. */
function eventSchemasOf(of: readonly Module[]): EventSchemas {
  const declared = of.flatMap(({ publicEvents }) => Object.entries(publicEvents?.schemas ?? {}))
  const byType = Map.groupBy(declared, ([type]) => type)
  return Object.fromEntries(
    [...byType].map(([type, entries]) => {
      const schemas = entries.map(([, schema]) => schema)
      const descriptions = schemas.flatMap(({ description }) => description ?? [])
      return [type, schemas.length === 1 ? schemas[0] : z.union(schemas).describe(descriptions.join(' Or: '))]
    }),
  )
}

export function describeModules(of: readonly Module[], config: Config): DocumentParts {
  return {
    examples: Object.assign({}, ...of.map(({ examples }) => examples)),
    eventSchemas: eventSchemasOf(of),
    tags: of.flatMap(({ tags }) => tags ?? []),
    errorAdvice: Object.assign({}, ...of.map(({ errorAdvice }) => errorAdvice)),
    bus: busOperations(of),
    guide: of.flatMap(({ guide }) => guide?.(config) ?? []),
  }
}
