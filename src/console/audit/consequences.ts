/** What a list of events has to have to become a tree. */
type Caused = { event_id: string; causation_id: string | null; at: string }

export type Consequence<Event> = { event: Event; followed: readonly Consequence<Event>[] }

/**
 * Events below the event that caused them, oldest first. An event whose cause is not among them is at the top, and so
 * is one of a circle, which only a changed store has: each event is in the tree once.
 */
export function consequencesOf<Event extends Caused>(events: readonly Event[]): readonly Consequence<Event>[] {
  const ordered = [...events].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  const ids = new Set(ordered.map(({ event_id }) => event_id))
  const caused = Map.groupBy(ordered, ({ causation_id }) => causation_id)
  const seen = new Set<string>()
  const treeOf = (event: Event): Consequence<Event> => {
    seen.add(event.event_id)
    const next = (caused.get(event.event_id) ?? []).filter(({ event_id }) => !seen.has(event_id))
    return { event, followed: next.map(treeOf) }
  }
  const tops = ordered.filter(({ causation_id }) => causation_id === null || !ids.has(causation_id)).map(treeOf)
  const circles = ordered.flatMap(event => (seen.has(event.event_id) ? [] : [treeOf(event)]))
  return [...tops, ...circles]
}
