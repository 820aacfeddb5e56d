import type { Config } from '#config/config.ts'
import { TIERS } from '#domain/auth/clients/events.ts'
import { markdownTable, type Section } from '#http/openapi/guide.ts'

/** How many messages a client may have analysed; what is counted beside requests. */
export const smsGuide = ({ SMS_QUOTA, SMS_RETENTION_DAYS }: Config): Section[] => [
  {
    title: 'Messages',
    text: `Messages are counted beside requests: how many a client may have analysed in a calendar month (UTC), single or in batches, says its tier, unless
another number was agreed with it. Counted is what is analysed and recorded; refused messages and repeats are free. Answers of both
operations tell the quota in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` in place of the requests', which are
counted all the same.

${markdownTable(
  ['Tier', 'Messages a month'],
  TIERS.map(tier => [tier, SMS_QUOTA[tier]?.toLocaleString('en-US') ?? 'no limit']),
)}

What a message says is stored sealed and can be read for ${SMS_RETENTION_DAYS} days after its own; then, or with the erasure of its person, it is
forgotten. What was found of it stays.`,
  },
]
