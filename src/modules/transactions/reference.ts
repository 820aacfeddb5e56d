import type { Tag } from '#http/openapi/tags.ts'

/** Groups of operations in the reference. */
export const transactionTags: readonly Tag[] = [
  {
    name: 'transactions',
    order: 20,
    'x-displayName': 'Transactions',
    description: 'A transaction must be recorded before it can be refunded; its refunds may add up to its amount.',
  },
]
