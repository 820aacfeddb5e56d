type Tag = { name: string; 'x-displayName': string; description: string }

/** In the order of use: what an integrator needs first comes first. */
const TAGS: readonly Tag[] = [
  {
    name: 'refunds',
    'x-displayName': 'Refunds',
    description:
      'A refund pays a transaction, or a part of it, back to a beneficiary. It begins as `pending`, is `processing` while the payment network has it, and ends as `completed`, `failed`, `cancelled` or `voided`.',
  },
  {
    name: 'transactions',
    'x-displayName': 'Transactions',
    description: 'A transaction must be recorded before it can be refunded; its refunds may add up to its amount.',
  },
  {
    name: 'fraud',
    'x-displayName': 'Fraud detection',
    description:
      'A transaction is scored from the data of its user, merchant and device at its own time, by a model, by rules, and by your own lists and policy. A score at the alert threshold opens an alert: a case that analysts or rules assign, escalate and resolve. Your endpoints receive an event at each step.',
  },
  {
    name: 'sms',
    'x-displayName': 'SMS phishing',
    description:
      'The analysis of a message that a user received uses its text, its sender and its links, and never opens a link. The result is a score, the indicators in the message, and a recommendation. Messages are encrypted, and deleted after their retention time or with the person; results remain.',
  },
  {
    name: 'vpn',
    'x-displayName': 'VPN',
    description:
      'A device gets a session on a server, with credentials for an OpenVPN client. A user has at most two at a time; a session lives while its device sends heartbeats.',
  },
  {
    name: 'notifications',
    'x-displayName': 'Push notifications',
    description:
      "A device is registered for its user, with its token of the push network: APNs on iOS, FCM on Android. A token is stored encrypted and belongs to the device that was registered with it last. Notifications are queued for the devices of a user and kept, encrypted, in the user's history until they are deleted.",
  },
  {
    name: 'webhooks',
    'x-displayName': 'Webhooks',
    description:
      'An endpoint is an HTTPS address of yours that receives signed events. These operations register and change endpoints, list deliveries, and send events again.',
  },
  {
    name: 'events',
    'x-displayName': 'Events',
    description:
      'The events for your endpoints, to read those that an endpoint missed, and one entry for each event type with its payload. The section “Event types” of the introduction lists the types that are emitted.',
  },
  {
    name: 'reconciliation',
    'x-displayName': 'Reconciliation',
    description:
      'Whether the payment network and the refunds agree. A statement of the network is compared with the recorded refunds; discrepancies are flagged until a person resolves them. No money moves.',
  },
  {
    name: 'audit',
    'x-displayName': 'Audit',
    description: 'Who did what and when, with a proof that the records are unchanged.',
  },
  {
    name: 'auth',
    'x-displayName': 'Authentication',
    description: 'Logging in and out, tokens, and the login methods of a user.',
  },
  {
    name: 'admin',
    'x-displayName': 'Administration',
    description:
      "Clients, their users and their machines. Administrators of the platform's own client manage all clients, those of another client its users and machines.",
  },
  {
    name: 'subjects',
    'x-displayName': 'People',
    description:
      'The rights of people whose data the service has: erasure, or restriction while a duty to retain the data lasts, and export.',
  },
  {
    name: 'operations',
    'x-displayName': 'Operations',
    description:
      'For load balancers, orchestrators and verifiers of tokens. None of these operations needs a token or counts as a request.',
  },
]

/** In the order of the list; other tags come last. */
export function tagsOf(used: Iterable<string>): Partial<Tag>[] {
  const names = new Set(used)
  const listed = TAGS.filter(({ name }) => names.delete(name))
  return [...listed, ...[...names].sort().map(name => ({ name }))]
}
