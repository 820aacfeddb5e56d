import { personalBy } from '#declarations/personal-data.ts'
import type { Module } from '#module.ts'
import { subjects as subjectList } from '#projections/subjects/subjects.ts'
import { auditedSubjects } from './audited.ts'
import { SETTLING_MS } from './erase.ts'
import { eraseOnErasureRequested, erasureWork } from './erase-on-erasure-requested.ts'
import { subjectExamples } from './examples.ts'
import { subjectRoutes } from './routes.ts'

export const subjects = subjectsThatSettle(SETTLING_MS)

/** The module with another time of settling; for tests. */
export function subjectsThatSettle(settlingMs: number): Module {
  return {
    name: 'subjects',
    readModels: [subjectList],
    facts: [auditedSubjects],
    reactions: () => [eraseOnErasureRequested],
    examples: subjectExamples,
    async start({ service, answering, modules }) {
      const personal = modules.flatMap(module => module.personal ?? [])
      const publicPrefixes = modules.flatMap(({ publicEvents }) => publicEvents?.prefixes ?? [])
      const people = { personal, personalOf: personalBy(personal), publicPrefixes }
      return {
        routes: api => subjectRoutes(api, { ...answering, ...people }, settlingMs),
        work: () => erasureWork({ ...service, ...people }, settlingMs),
      }
    },
  }
}
