import { subjects } from '#domain/subjects/decider.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'
import type { Erasing } from '#privacy/subject-streams.ts'
import { listOpenSubjects } from '#queries/subjects/list-open.ts'
import type { Step } from '#reactions/due-runner.ts'
import { causeOf } from '#reactions/due-work.ts'
import type { Candidate, DueWorkParts, Reaction, WatchRule } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { advanceErasure, BEGINS_AFTER_MS } from './erase.ts'

const ERASURE_QUEUE = 'subject-erasure'
/** Each reads every stream of a person; nobody waits for it by the second. */
const CONCURRENCY = 2
/** Due for longer means that nobody does it. A person with very many refunds takes minutes. */
const LAG_MS_MAX = 600_000
const PAGE = 1_000

const PROCESS = 'erasure-process'

/** Which events leave an erasure to be taken further. How far it can go is asked of its stream when the time has come. */
export const eraseOnErasureRequested: Reaction = {
  name: 'subject-erasures',
  prefixes: [subjectStreams.prefix],
  due(recorded) {
    const { type } = subjectStreams.parse(recorded) as { type: SubjectEvent['type'] }
    if (type !== 'SubjectErasureRequested') return []
    return [{ ...causeOf(recorded), queue: ERASURE_QUEUE, id: subjectStreams.idOf(recorded), dueInMs: BEGINS_AFTER_MS }]
  },
  strikes: event =>
    event.type === 'SubjectShredded' ? [{ queue: ERASURE_QUEUE, id: subjectStreams.idOf(event) }] : [],
}

/** Who takes erasures to their end, over years and restarts, and who sees that it is done. */
export function erasureWork(erasing: Erasing, settlingMs: number): DueWorkParts {
  const step: Step = async claim => {
    const { state } = await erasing.execute.load(subjects, claim.id)
    if (state.status === 'absent') return { done: true }
    const context = () => systemContext(PROCESS, state.client_id, claim, erasing.now())
    return advanceErasure(erasing, claim.id, { asked: claim.asked, settlingMs, context })
  }
  return {
    queues: [{ name: ERASURE_QUEUE, step, concurrency: CONCURRENCY, lagMsMax: LAG_MS_MAX }],
    watches: [watchOf(erasing)],
  }
}

function watchOf({ store }: Erasing): WatchRule {
  return {
    queue: ERASURE_QUEUE,
    readModels: [{ name: 'subjects', prefixes: [subjectStreams.prefix] }],
    open: openErasures,
    async owed({ id, stream }) {
      const last = (await store.read(stream)).at(-1)
      if (last === undefined || last.type === 'SubjectShredded') return null
      return { ...causeOf(last), queue: ERASURE_QUEUE, id, dueInMs: BEGINS_AFTER_MS }
    },
  }
}

async function* openErasures(db: Service['db'], { olderThanMs }: { olderThanMs: number }): AsyncGenerator<Candidate[]> {
  let after: string | null = null
  do {
    const page: readonly string[] = await listOpenSubjects(db, { olderThanMs, after, limit: PAGE })
    yield page.map(id => ({ id, stream: subjectStreams.stream(id) }))
    after = page.length < PAGE ? null : (page.at(-1) ?? null)
  } while (after !== null)
}
