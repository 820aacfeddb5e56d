import { publicEventSource } from '#declarations/public-events.ts'
import {
  type Draft,
  type PublicEventDeclaration,
  publicId,
  type TranslateEvents,
} from '#delivery/enqueue/public-event-declaration.ts'
import { maliciousDomains } from '#domain/sms/analyses/content.ts'
import { type AnalysisEvent, analysisStreams } from '#domain/sms/analyses/events.ts'
import { subjectOf } from '#edge/vault/vault.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { publishedPerson } from '#privacy/access-status.ts'
import { analysisHistoryView } from '#projections/sms/history-view.ts'
import type { Service } from '#service.ts'
import { tryOpenContent } from '#services/sms/sealed-content.ts'
import { ERASED } from '#values/person.ts'
import { URL_EVENTS } from './schemas.ts'

const TYPE = 'url.malicious_detected'

const publicAnalysisEvents = publicEventSource<AnalysisEvent, typeof TYPE>({
  streams: analysisStreams,
  version: 1,
  owner: analysisHistoryView.owner,
  type: ({ type, data }) => (type === 'SmsAnalysed' && data.is_phishing && data.malicious_urls > 0 ? TYPE : null),
})

/** Publishes the domains of malicious URLs in a phishing message, but neither the URLs nor the message. */
function createAnalysisTranslator(service: Pick<Service, 'vault' | 'execute'>): TranslateEvents {
  async function draft(recorded: Recorded<DomainEvent>): Promise<Draft | null> {
    if (!analysisStreams.types.includes(recorded.type) || publicAnalysisEvents.type(recorded) === null) return null
    const event = analysisStreams.parse(recorded)
    if (event.type !== 'SmsAnalysed') return null
    const { client_id, user_id, risk_level, sealed } = event.data
    const id = analysisStreams.idOf(event)
    const person = await publishedPerson(service, { client_id, user_id }, event.stream)
    const content = person.isErased ? null : await tryOpenContent(service, id, sealed)
    const domains = content === null ? [] : maliciousDomains(content)
    const data = {
      ...{ object: 'malicious_url', id, user_id: person.user_id },
      ...{ detected_at: event.at, severity: risk_level, source: 'sms', domain: domains[0] ?? ERASED, domains },
    }
    return {
      event: { id: publicId(event), type: TYPE, created_at: event.at, data },
      client_id,
      sequence: event.revision + 1,
      // The public event is deleted with the message; then there is no key to seal with.
      subject: content === null ? null : subjectOf(sealed),
      withheld: person.withheld,
      except: null,
    }
  }

  return events => Promise.all(events.map(draft))
}

export const analysisEvents: PublicEventDeclaration = {
  prefixes: [analysisStreams.prefix],
  sources: [publicAnalysisEvents],
  schemas: URL_EVENTS,
  translator: createAnalysisTranslator,
}
