import { sql } from 'slonik'
import { z } from 'zod'
import { subjects } from '#domain/subjects/decider.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { ErasureService } from '#privacy/subject-streams.ts'
import type { Poll, Process, Subscription } from '#reactions/process.ts'
import type { Candidate } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import { advanceErasure, ERASURE_DELAY_MS } from './advance-erasure.ts'

/** Each job reads every stream of a person, and no caller waits for it. */
const CONCURRENCY = 2
/** A person with very many refunds takes minutes. */
const LAG_MS_MAX = 600_000
const PAGE_SIZE = 1_000

export const erasureSubscriptions = (settleMs: number): Subscription<ErasureService>[] => [
  { name: 'subject-erasures', prefixes: [subjects.prefix], processes: [erasureProcess(settleMs)] },
]

/** Completes erasures, over years and restarts. */
function erasureProcess(settleMs: number): Process<ErasureService> {
  return {
    queue: 'subject-erasure',
    concurrency: CONCURRENCY,
    lagMsMax: LAG_MS_MAX,

    schedule(event) {
      const { type } = subjects.parse(event)
      return type === 'SubjectErasureRequested' ? [{ id: subjects.idOf(event), dueInMs: ERASURE_DELAY_MS }] : []
    },

    cancel: event => (event.type === 'SubjectShredded' ? [{ id: subjects.idOf(event) }] : []),

    handler: service => async claim => {
      const { state } = await service.execute.load(subjects, claim.id)
      if (state.status === 'absent') return { done: true }
      const context = () => systemContext('erasure-process', state.client_id, claim, service.now())
      return advanceErasure(service, claim.id, { attempts: claim.attempts, settleMs, context })
    },

    overdue: ({ store }) => ({
      readModels: [{ name: 'subjects', prefixes: [subjects.prefix] }],
      candidates: openErasures,
      async outstanding({ stream }) {
        const last = (await store.read(stream)).at(-1)
        return last === undefined || last.type === 'SubjectShredded' ? null : last
      },
      dueInMs: ERASURE_DELAY_MS,
    }),
  }
}

/** From the read model `subjects`: erasures that have been due for `olderThanMs`. */
async function* openErasures(db: Database, { olderThanMs }: Poll): AsyncGenerator<Candidate[]> {
  let after: string | null = null
  do {
    const isAfterPage = after === null ? sql.fragment`true` : sql.fragment`subject > ${after}`
    const query = db.anyFirst(sql.type(z.object({ subject: z.string() }))`
      select subject from read.subjects
      where status <> 'shredded' and ${isAfterPage}
        and greatest(changed_at, coalesce(not_before, changed_at)) < now() - ${olderThanMs} * interval '1 millisecond'
      order by subject limit ${PAGE_SIZE}`)
    const page: readonly string[] = await rejectIfUnbuilt(query)
    yield page.map(id => ({ id, stream: subjects.stream(id) }))
    after = page.length < PAGE_SIZE ? null : (page.at(-1) ?? null)
  } while (after !== null)
}
