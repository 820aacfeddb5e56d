import { publicEventSource } from '#declarations/public-events.ts'
import {
  type Draft,
  type PublicEventDeclaration,
  publicId,
  type TranslateEvents,
} from '#delivery/enqueue/public-event-declaration.ts'
import type { DetectionContent } from '#domain/detections/content.ts'
import { type DetectionEvent, type DetectionKind, detectionStreams } from '#domain/detections/events.ts'
import { subjectOf } from '#edge/vault/vault.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { publishedPerson } from '#privacy/access-status.ts'
import { detectionHistoryView } from '#projections/detections/history-view.ts'
import type { Service } from '#service.ts'
import { tryOpenContent } from '#services/detections/sealed-content.ts'
import { ERASED } from '#values/person.ts'
import { DETECTION_EVENTS } from './event-schemas.ts'

const publicDetectionEvents = publicEventSource<DetectionEvent, DetectionKind>({
  streams: detectionStreams,
  version: 1,
  owner: detectionHistoryView.owner,
  type: ({ data }) => data.kind,
})

const OBJECTS: Record<DetectionKind, string> = {
  'darkweb.leak_detected': 'darkweb_leak',
  'phishing.email_detected': 'phishing_email',
  'url.malicious_detected': 'malicious_url',
  'spam.call_blocked': 'spam_call',
}

/** Publishes of the content only these fields; of a URL the domain, as of a message. */
const PUBLISHED = {
  'darkweb.leak_detected': ['source'],
  'phishing.email_detected': ['sender'],
  'url.malicious_detected': ['source', 'domain'],
  'spam.call_blocked': ['caller'],
} satisfies { [Kind in DetectionKind]: (keyof DetectionContent<Kind>)[] }

function createDetectionTranslator(service: Pick<Service, 'vault' | 'execute'>): TranslateEvents {
  async function draft(recorded: Recorded<DomainEvent>): Promise<Draft | null> {
    if (!detectionStreams.types.includes(recorded.type)) return null
    const event = detectionStreams.parse(recorded)
    const { client_id, kind, user_id, severity, detected_at, sealed } = event.data
    const id = detectionStreams.idOf(event)
    const person = await publishedPerson(service, { client_id, user_id }, event.stream)
    const content = person.isErased ? null : await tryOpenContent(service, id, sealed)
    const published = PUBLISHED[kind].map(name => [name, content === null ? ERASED : Reflect.get(content, name)])
    const data = {
      ...{ object: OBJECTS[kind], id: detectionStreams.detectionId(id) },
      ...{ user_id: person.user_id, detected_at, severity },
      ...Object.fromEntries(published),
    }
    return {
      event: { id: publicId(event), type: kind, created_at: event.at, data },
      client_id,
      sequence: event.revision + 1,
      // The public event is deleted with the content; then there is no key to seal with.
      subject: content === null ? null : subjectOf(sealed),
      withheld: person.withheld,
      except: null,
    }
  }

  return events => Promise.all(events.map(draft))
}

export const detectionEvents: PublicEventDeclaration = {
  prefixes: [detectionStreams.prefix],
  sources: [publicDetectionEvents],
  schemas: DETECTION_EVENTS,
  translator: createDetectionTranslator,
}
