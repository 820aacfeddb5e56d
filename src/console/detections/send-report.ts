import type { Answer, Input } from '../../client/types.ts'
import { api } from '../api.ts'
import type { DetectionKindName } from './detection.ts'

type Recorded = Answer<'recordDarkwebLeaks'>
type Body<Name extends 'recordDarkwebLeaks' | 'recordPhishingEmails' | 'recordMaliciousUrls' | 'recordSpamCalls'> =
  Input<Name>['body']

const SEND: Record<DetectionKindName, (body: object) => Promise<Recorded>> = {
  'darkweb.leak_detected': body => api.recordDarkwebLeaks({ body: body as Body<'recordDarkwebLeaks'> }),
  'phishing.email_detected': body => api.recordPhishingEmails({ body: body as Body<'recordPhishingEmails'> }),
  'url.malicious_detected': body => api.recordMaliciousUrls({ body: body as Body<'recordMaliciousUrls'> }),
  'spam.call_blocked': body => api.recordSpamCalls({ body: body as Body<'recordSpamCalls'> }),
}

export function sendReport(kind: DetectionKindName, body: object): Promise<Recorded> {
  return SEND[kind](body)
}
