import { createFindAggregates } from '#modules/fraud/aggregates/find-aggregates.ts'
import type { Service } from '#service.ts'
import type { AggregatesParams } from '#services/fraud/scoring.ts'

/** One request, which shares no query. */
export const findAggregates = (service: Pick<Service, 'db'>, params: AggregatesParams) =>
  createFindAggregates(service)(params)
