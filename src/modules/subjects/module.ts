import { personalDataFinder } from '#declarations/personal-data.ts'
import type { Module } from '#module.ts'
import { subjects as subjectList } from '#projections/subjects/subjects.ts'
import { jobPartsOf, reactionsOf } from '#reactions/process.ts'
import { type SubjectConfig, subjectConfig } from '#services/subjects/config.ts'
import { SETTLE_MS } from './advance-erasure.ts'
import { subjectAudit } from './audit-declaration.ts'
import { erasureSubscriptions } from './erasure-process.ts'
import examples from './examples.json' with { type: 'json' }
import reference from './reference.json' with { type: 'json' }
import { subjectRoutes } from './routes.ts'

export const subjects = createSubjectsModule(SETTLE_MS)

/** With another settle time for tests. */
export function createSubjectsModule(settleMs: number): Module<SubjectConfig> {
  const subscriptions = erasureSubscriptions(settleMs)
  return {
    name: 'subjects',
    config: subjectConfig,
    readModels: [subjectList],
    historyViews: [subjectAudit],
    reactions: () => reactionsOf(subscriptions),
    ...reference,
    examples,
    async start({ service, interactive, modules }) {
      const personal = modules.flatMap(module => module.personalData ?? [])
      const publicPrefixes = modules.flatMap(({ publicEvents }) => publicEvents?.prefixes ?? [])
      const erasureParts = { personal, personalOf: personalDataFinder(personal), publicPrefixes }
      return {
        routes: api => subjectRoutes(api, { ...interactive, ...erasureParts }, settleMs),
        jobs: () => jobPartsOf(subscriptions, { ...service, ...erasureParts }),
      }
    },
  }
}
