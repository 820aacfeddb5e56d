import type { Api } from '#http/api.ts'
import { AlertStatisticsResponse, getAlertStatistics } from '#queries/fraud/get-alert-statistics.ts'
import type { Service } from '#service.ts'
import { prose } from '#values/prose.ts'
import { StatisticsQuery } from '#values/statistics-query.ts'

const getFraudAlertStatisticsOperation = {
  config: { scope: 'fraud:review' },
  schema: {
    tags: ['fraud'],
    operationId: 'getFraudAlertStatistics',
    summary: 'Count fraud alerts by status, level and outcome, with the time to resolution',
    description: prose(
      'Counts, for each step, how often alerts of your client entered a status, by the time when they entered it, with',
      'their level at that time and the outcome of resolutions, and how long it took from the opening to each',
      'resolution. Steps are whole hours, days or months in UTC. The answer is less than a second behind. It also',
      'counts alerts of people whose data are restricted or erased. INVALID_REQUEST means that a parameter is missing',
      'or wrong, that `since` is not before `until`, or that there are more than 1,000 steps.',
    ),
    querystring: StatisticsQuery,
    response: { 200: AlertStatisticsResponse },
  },
} as const

export function alertStatisticsRoutes(api: Api, { db }: Pick<Service, 'db'>): void {
  api.get('/fraud/alerts/statistics', getFraudAlertStatisticsOperation, ({ caller, query }) =>
    getAlertStatistics(db, caller.client_id, query),
  )
}
