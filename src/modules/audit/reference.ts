import type { Tag } from '#http/openapi/tags.ts'

/** Groups of operations in the reference. */
export const auditTags: readonly Tag[] = [
  {
    name: 'audit',
    order: 100,
    'x-displayName': 'Audit',
    description: 'Who did what and when, with a proof that the records are unchanged.',
  },
]
