import { personalBy } from '#declarations/personal-data.ts'
import type { Module } from '#module.ts'
import { subjects as subjectList } from '#projections/subjects/subjects.ts'
import { reactionsOf, workOf } from '#reactions/process.ts'
import { auditedSubjects } from './audited.ts'
import { SETTLING_MS } from './erase.ts'
import { erasureSubscriptions } from './erasure-process.ts'
import { subjectExamples } from './examples.ts'
import { subjectRoutes } from './routes.ts'

export const subjects = subjectsThatSettle(SETTLING_MS)

/** The module with another time of settling; for tests. */
export function subjectsThatSettle(settlingMs: number): Module {
  const subscriptions = erasureSubscriptions(settlingMs)
  return {
    name: 'subjects',
    readModels: [subjectList],
    facts: [auditedSubjects],
    reactions: () => reactionsOf(subscriptions),
    examples: subjectExamples,
    async start({ service, answering, modules }) {
      const personal = modules.flatMap(module => module.personal ?? [])
      const publicPrefixes = modules.flatMap(({ publicEvents }) => publicEvents?.prefixes ?? [])
      const people = { personal, personalOf: personalBy(personal), publicPrefixes }
      return {
        routes: api => subjectRoutes(api, { ...answering, ...people }, settlingMs),
        work: () => workOf(subscriptions, { ...service, ...people }),
      }
    },
  }
}
