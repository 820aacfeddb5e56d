import { subjects } from '#domain/subjects/decider.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { Erasing } from '#privacy/subject-streams.ts'
import { listOpenSubjects } from '#queries/subjects/list-open.ts'
import type { Poll, Process, Subscription } from '#reactions/process.ts'
import type { Candidate } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import { advanceErasure, BEGINS_AFTER_MS } from './erase.ts'

/** Each job reads every stream of a person; no caller waits for it by the second. */
const CONCURRENCY = 2
/** A person with very many refunds takes minutes. */
const LAG_MS_MAX = 600_000
const PAGE = 1_000

export const erasureSubscriptions = (settlingMs: number): Subscription<Erasing>[] => [
  { name: 'subject-erasures', prefixes: [subjects.prefix], processes: [erasureProcess(settlingMs)] },
]

/** Takes erasures to their end, over years and restarts. The stream decides how far one can go. */
function erasureProcess(settlingMs: number): Process<Erasing> {
  return {
    queue: 'subject-erasure',
    concurrency: CONCURRENCY,
    lagMsMax: LAG_MS_MAX,

    schedule(event) {
      const { type } = subjects.parse(event)
      return type === 'SubjectErasureRequested' ? [{ id: subjects.idOf(event), dueInMs: BEGINS_AFTER_MS }] : []
    },

    cancel: event => (event.type === 'SubjectShredded' ? [{ id: subjects.idOf(event) }] : []),

    handler: erasing => async claim => {
      const { state } = await erasing.execute.load(subjects, claim.id)
      if (state.status === 'absent') return { done: true }
      const context = () => systemContext('erasure-process', state.client_id, claim, erasing.now())
      return advanceErasure(erasing, claim.id, { asked: claim.asked, settlingMs, context })
    },

    overdue: ({ store }) => ({
      readModels: [{ name: 'subjects', prefixes: [subjects.prefix] }],
      candidates: openErasures,
      async outstanding({ stream }) {
        const last = (await store.read(stream)).at(-1)
        return last === undefined || last.type === 'SubjectShredded' ? null : last
      },
      dueInMs: BEGINS_AFTER_MS,
    }),
  }
}

async function* openErasures(db: Database, { olderThanMs }: Poll): AsyncGenerator<Candidate[]> {
  let after: string | null = null
  do {
    const page: readonly string[] = await listOpenSubjects(db, { olderThanMs, after, limit: PAGE })
    yield page.map(id => ({ id, stream: subjects.stream(id) }))
    after = page.length < PAGE ? null : (page.at(-1) ?? null)
  } while (after !== null)
}
