import type { Tag } from '#http/openapi/tags.ts'

/** Groups of operations in the reference. */
export const smsTags: readonly Tag[] = [
  {
    name: 'sms',
    order: 40,
    'x-displayName': 'SMS phishing',
    description:
      'The analysis of a message that a user received uses its text, its sender and its links, and never opens a link. The result is a score, the indicators in the message, and a recommendation. Messages are encrypted, and deleted after their retention time or with the person; results remain.',
  },
]
