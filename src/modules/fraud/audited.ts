import { profiles } from '#domain/fraud/profile/decider.ts'
import { audited } from '#facts.ts'
import { profileFacts } from '#projections/fraud/facts.ts'

/** What the audit tells of a user's fraud profile: how much it goes by. What each transaction was scored, its history tells. */
export const auditedProfiles = audited(profileFacts, {
  family: profiles,
  state(_, { history: { count, first, entries } }) {
    if (count === 0) return null
    const newest = entries.at(-1)?.at ?? null
    return { transactions: count, first_transaction_at: isoOf(first), newest_transaction_at: isoOf(newest) }
  },
  // By whose it is, or by its stream's.
  idsOf: (asked, client_id) => [profiles.id(client_id, asked), asked],
})

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
