/** A group of operations as the reference shows it. */
type Tag = { name: string; 'x-displayName': string; description: string }

/** By use: what an integrator needs first stands first, what keeps the service running last. */
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
    description: 'A transaction is made known before it can be refunded; its amount is what its refunds may add up to.',
  },
  {
    name: 'fraud',
    'x-displayName': 'Fraud detection',
    description:
      'A transaction is scored as it is made, by what is known of its user, merchant and device at its own time; your own lists and policy stand beside the model and its rules. A score that reaches the alert threshold opens an alert: a case that is assigned, escalated and resolved by analysts or by rules, and told to your endpoints at each step.',
  },
  {
    name: 'sms',
    'x-displayName': 'SMS phishing',
    description:
      'A message that somebody received is analysed by what it says, by its sender and by its links, of which none is ever opened: a score, what in the message speaks for it, and what to do. Messages are sealed and forgotten after their time, or with the person; what was found stays.',
  },
  {
    name: 'vpn',
    'x-displayName': 'VPN',
    description:
      'A device gets a session on a server, with credentials for an OpenVPN client. A user has two at a time; each lives as long as its device says so.',
  },
  {
    name: 'notifications',
    'x-displayName': 'Push notifications',
    description:
      'A device is registered for its user, with the token by which the push network of its platform knows it: APNs on iOS, FCM on Android. A token is stored sealed and has one device, the one that was registered with it last. What a user is told is queued for these devices, and stands in their history, sealed, until it is forgotten.',
  },
  {
    name: 'webhooks',
    'x-displayName': 'Webhooks',
    description:
      'An endpoint is an HTTPS address of yours that gets signed events. Here endpoints are registered and changed, and what was delivered to them is looked up, sent again and recovered.',
  },
  {
    name: 'events',
    'x-displayName': 'Events',
    description:
      'What the service tells your endpoints, to be read back by whoever missed it, and one entry for each event type with its payload. The section “Event types” of the introduction says which of them are emitted yet.',
  },
  {
    name: 'reconciliation',
    'x-displayName': 'Reconciliation',
    description:
      'Whether the payment network and the refunds agree. A statement of the network is compared with what is recorded; what disagrees is flagged until somebody resolves it. No money moves by it.',
  },
  {
    name: 'audit',
    'x-displayName': 'Audit',
    description: 'Who did what and when, with a proof that the record is as it was written.',
  },
  {
    name: 'auth',
    'x-displayName': 'Authentication',
    description: 'Logging in and out, tokens, and the ways in that a user has.',
  },
  {
    name: 'admin',
    'x-displayName': 'Administration',
    description:
      'Clients, their users and their machines. Administrators of the platform’s own client manage all clients, those of another client its users and machines.',
  },
  {
    name: 'subjects',
    'x-displayName': 'People',
    description:
      'The rights of the people of whom data are held: to have them erased, or kept and shown to nobody while a duty demands it, and to be given them.',
  },
  {
    name: 'operations',
    'x-displayName': 'Operations',
    description:
      'What load balancers, orchestrators and verifiers of tokens read. None of it needs a token or counts as a request.',
  },
]

/** The tags in use, in the order of the list; one that is not on it comes last and has its name alone. */
export function tagsOf(used: Iterable<string>): Partial<Tag>[] {
  const names = new Set(used)
  const listed = TAGS.filter(({ name }) => names.delete(name))
  return [...listed, ...[...names].sort().map(name => ({ name }))]
}
