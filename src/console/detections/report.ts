import type { FormDraft } from '../drafts.ts'
import { utcOf } from '../format/local-time.ts'
import type { DetectionKindName } from './detection.ts'

export type ReportField = {
  name: string
  label: string
  hint?: string
  isRequired?: boolean
  maxLength?: number
}

const email: ReportField = { name: 'email', label: 'E-mail address', maxLength: 254 }
const source: ReportField = { name: 'source', label: 'Found in', isRequired: true, maxLength: 64 }

/** What a report of each kind has, apart from what all of them have. */
export const REPORT_FIELDS: Record<DetectionKindName, readonly ReportField[]> = {
  'darkweb.leak_detected': [
    { ...email, hint: 'The one that was found.', isRequired: true },
    { ...source, hint: 'As paste site.' },
    { name: 'exposed', label: 'Kinds of data', hint: 'Such as password, separated by commas. Not the data.' },
  ],
  'phishing.email_detected': [
    { name: 'sender', label: 'Sender', hint: 'Who the e-mail claims to come from.', isRequired: true, maxLength: 320 },
    { name: 'subject', label: 'Subject', maxLength: 998 },
    { ...email, hint: 'The one that received it.' },
  ],
  'url.malicious_detected': [
    { name: 'url', label: 'URL', hint: 'The service does not open it.', isRequired: true, maxLength: 10_240 },
    { ...source, hint: 'As browser.' },
  ],
  'spam.call_blocked': [
    { name: 'caller', label: 'Number that called', hint: '+ and 7 to 15 digits.', isRequired: true, maxLength: 16 },
  ],
}

/** The body of a report without its id. What was left empty is left out. */
export function reportOf(kind: DetectionKindName, given: FormDraft): Record<string, unknown> {
  const text = (name: string) => (given[name] ?? '').trim()
  const names = [...REPORT_FIELDS[kind].map(({ name }) => name), 'user_id', 'severity']
  const filled = names.filter(name => name !== 'exposed' && text(name) !== '').map(name => [name, text(name)])
  return {
    ...Object.fromEntries(filled),
    ...(kind === 'darkweb.leak_detected' ? { exposed: listOf(text('exposed')) } : {}),
    ...(text('detected_at') === '' ? {} : { detected_at: utcOf(text('detected_at')) }),
  }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
}
