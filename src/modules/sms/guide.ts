import { TIERS } from '#domain/auth/clients/events.ts'
import { markdownTable, type Section } from '#http/openapi/document-parts.ts'
import type { SmsConfig } from '#services/sms/config.ts'

export const smsGuide = ({ SMS_QUOTA, SMS_RETENTION_DAYS }: SmsConfig): Section[] => [
  {
    title: 'Messages',
    text: `Messages have a quota of their own: the number of messages, single or in batches, that a client may have analysed per calendar month (UTC).
It follows from the client's tier unless another number was agreed. Only analysed and recorded messages count; refused messages and
repeats are free. Responses of both operations contain this quota in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\`, instead of the request limit, which applies as well.

${markdownTable(
  ['Tier', 'Messages a month'],
  TIERS.map(tier => [tier, SMS_QUOTA[tier]?.toLocaleString('en-US') ?? 'no limit']),
)}

The content of a message is stored encrypted and can be read for ${SMS_RETENTION_DAYS} days after the day of its analysis. It is deleted then, or when the
person is erased. The analysis itself stays.`,
  },
]
