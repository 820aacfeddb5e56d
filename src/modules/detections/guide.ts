import type { Section } from '#http/openapi/document-parts.ts'
import type { DetectionConfig } from '#services/detections/config.ts'

export const detectionsGuide = ({ DETECTION_RETENTION_DAYS }: DetectionConfig): Section[] => [
  {
    title: 'Detections',
    text: `The modules around this service (monitoring of leaks, scanning of e-mails and URLs, blocking of calls) report what they
found to \`POST /detections/…\`, or over the bus with the same fields. The service records each finding once, publishes an
event, and notifies the user: of a leak with the category \`darkweb_alert\`, of a phishing e-mail and a malicious URL
with \`phishing_detected\`; a blocked call needs no notification. A finding that is older than a day when it is
recorded notifies no one.

The user is \`user_id\`, or else the one who logs in to your client with \`email\`. Without either the finding is recorded
and published all the same. Findings about a restricted person are refused.

Addresses, senders, subject lines, numbers, URLs and everything else that a finding contains are stored encrypted and can
be read for ${DETECTION_RETENTION_DAYS} days after the day on which it was recorded. They are deleted then, or when the person is erased. Afterwards the same
\`id\` is still a duplicate, whatever it contains.

The codes EMAIL_003, EMAIL_004, EMAIL_005, EMAIL_007, URL_003, URL_005, DARKWEB_002, DARKWEB_003 and DARKWEB_005 are about monitors,
mail accounts and the fetching of URLs. The modules around this service answer them; this service does not.`,
  },
]
