import type { DomainEvent, Recorded } from '#decider.ts'
import { subjectStreams } from '#domain/subjects/events.ts'
import { type EventStore, isReadable } from '#edge/eventstore/event-store.ts'
import { heldUnder, type Personal, personalBy } from '#personal.ts'

/** What nobody is told any more of the events of people, wherever events themselves are told: in audits and exports. */
export type LeftOut = {
  /** Whether the stream is about somebody who is restricted: shown to auditors, and not exported. */
  isRestricted(event: { stream: string }): boolean
  /** What must be left out of an event, as paths of it on paper: `data.beneficiary.name`, `actor.ip`. `without` puts `[erased]` there. */
  fieldsOf(event: Recorded<DomainEvent>): string[]
}

/** Reads who was restricted and erased from the event store alone: the few streams of erasures, not those that they cover. */
export async function readLeftOut(
  store: Pick<EventStore, 'subscribe'>,
  declared: readonly Personal[],
): Promise<LeftOut> {
  const personalOf = personalBy(declared)
  const restricted = new Set<string>()
  const erased = new Map<string, { user_id: string; revision: number }>()
  const caughtUp = new AbortController()
  await store.subscribe({
    prefixes: [subjectStreams.prefix],
    from: null,
    signal: caughtUp.signal,
    onCaughtUp: () => caughtUp.abort(),
    async handle({ events }) {
      for (const event of events) if (isReadable(event)) take(event)
    },
  })

  function take(recorded: Recorded<DomainEvent>) {
    const { type, data } = subjectStreams.parse(recorded)
    if (type === 'SubjectRestricted') for (const { stream } of data.streams) restricted.add(stream)
    if (type === 'SubjectErased')
      for (const { stream, revision } of data.streams) {
        restricted.delete(stream)
        erased.set(stream, { user_id: data.user_id, revision })
      }
  }

  return {
    isRestricted: ({ stream }) => restricted.has(stream),
    fieldsOf(event) {
      const gone = erased.get(event.stream)
      if (gone === undefined || event.revision > gone.revision) return []
      const { actor } = event.metadata
      const paths = personalOf(event)?.fields.get(event.type) ?? []
      return [
        ...heldUnder(event.data, paths).map(path => `data.${path}`),
        ...(actor.ip === undefined ? [] : ['actor.ip']),
        ...(actor.sub === gone.user_id ? ['actor.sub'] : []),
      ]
    },
  }
}
