import type { Tag } from '#http/openapi/tags.ts'

/** Groups of operations in the reference. */
export const eventTags: readonly Tag[] = [
  {
    name: 'events',
    order: 80,
    'x-displayName': 'Events',
    description:
      'The events for your endpoints, to read those that an endpoint missed, and one entry for each event type with its payload. The section “Event types” of the introduction lists the types that are emitted.',
  },
]
