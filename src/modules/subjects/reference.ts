import type { Tag } from '#http/openapi/tags.ts'

/** Groups of operations in the reference. */
export const subjectTags: readonly Tag[] = [
  {
    name: 'subjects',
    order: 130,
    'x-displayName': 'People',
    description:
      'The rights of people whose data the service has: erasure, or restriction while a duty to retain the data lasts, and export.',
  },
]
