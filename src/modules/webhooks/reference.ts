import type { Tag } from '#http/openapi/tags.ts'

/** Groups of operations in the reference. */
export const webhookTags: readonly Tag[] = [
  {
    name: 'webhooks',
    order: 70,
    'x-displayName': 'Webhooks',
    description:
      'An endpoint is an HTTPS address of yours that receives signed events. These operations register and change endpoints, list deliveries, and send events again.',
  },
]
