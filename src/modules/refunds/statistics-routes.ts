import type { Api } from '#http/api.ts'
import { getRefundStatistics, RefundStatisticsResponse } from '#queries/refunds/get-refund-statistics.ts'
import type { Service } from '#service.ts'
import { prose } from '#values/prose.ts'
import { StatisticsQuery } from '#values/statistics-query.ts'

const getRefundStatisticsOperation = {
  config: { scope: 'refund:read' },
  schema: {
    tags: ['refunds'],
    operationId: 'getRefundStatistics',
    summary: 'Count refunds by status, with amounts and the time to completion',
    description: prose(
      'Counts, for each step, how often refunds of your client entered a status, by the time when they entered it,',
      'with the sum of their amounts in each currency, and how long completed refunds took since their request. Steps',
      'are whole hours, days or months in UTC. The answer is less than a second behind. It also counts refunds of',
      'people whose data are restricted or erased. INVALID_REQUEST means that a parameter is missing or wrong, that',
      '`since` is not before `until`, or that there are more than 1,000 steps.',
    ),
    querystring: StatisticsQuery,
    response: { 200: RefundStatisticsResponse },
  },
} as const

export function refundStatisticsRoutes(api: Api, { db }: Pick<Service, 'db'>): void {
  api.get('/refund/statistics', getRefundStatisticsOperation, ({ caller, query }) =>
    getRefundStatistics(db, caller.client_id, query),
  )
}
