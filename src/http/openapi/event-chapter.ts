import { API_VERSION } from '#domain/webhooks/envelope.ts'
import { EVENT_MEANINGS, EVENT_TYPES, type EventType } from '#domain/webhooks/event-types.ts'
import { type EventSchemas, markdownTable, type Section } from './document-parts.ts'

export function eventChapter(schemas: EventSchemas): Section {
  const emitted = EVENT_TYPES.filter(type => type in schemas)
  return {
    title: 'Event types',
    text: `An endpoint subscribes to types, to families (\`refund.*\`) or to everything (\`*\`). Payloads have the \`api_version\`
${API_VERSION}. \`metadata.sequence\` numbers the events of one object from 1, because deliveries can overtake one another.

${eventTable(emitted)}`,
  }
}

function eventTable(types: readonly EventType[]): string {
  return markdownTable(
    ['Type', 'When'],
    types.map(type => [`\`${type}\``, EVENT_MEANINGS[type]]),
  )
}
