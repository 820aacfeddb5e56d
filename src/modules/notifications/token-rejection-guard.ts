import { LRUCache } from 'lru-cache'
import type { PushOutcome } from '#edge/push/push-sender.ts'

type Tally = { rejected: number; of: number }
/** Of one client, the oldest first; true = rejected. */
type RecentOutcomes = { outcomes: boolean[]; rejectedCount: number }

const OUTCOMES_MAX = 1_000
const CLIENTS_MAX = 500
const REJECTION_RATE_MAX = 0.05
/** Tolerated however few messages there are, as long as others were accepted. */
const REJECTED_MIN = 1

/**
 * Decides whether "unknown token" is trusted: above 5 % rejections our own credentials are the likelier cause, and
 * trusting them would deactivate every device. A client that registers many wrong tokens only affects its own devices.
 */
export function createTokenRejectionGuard() {
  const clients = new LRUCache<string, RecentOutcomes>({ max: CLIENTS_MAX })

  function add(client_id: string, isRejected: boolean): RecentOutcomes {
    const recent = clients.get(client_id) ?? { outcomes: [], rejectedCount: 0 }
    clients.set(client_id, recent)
    recent.outcomes.push(isRejected)
    if (isRejected) recent.rejectedCount += 1
    if (recent.outcomes.length > OUTCOMES_MAX && recent.outcomes.shift()) recent.rejectedCount -= 1
    return recent
  }

  const isSuspect = (recent: RecentOutcomes) => isAbove(tallyOf([recent]))

  return {
    /** True for a rejection that is trusted. */
    record({ is }: PushOutcome, client_id: string): boolean {
      if (is !== 'sent' && is !== 'token-rejected') return false
      const own = add(client_id, is === 'token-rejected')
      if (is === 'sent' || isSuspect(own)) return false
      return !isTooMany(tallyOf([...clients.values()].filter(recent => !isSuspect(recent))))
    },
    alarm(): Tally | null {
      const all = tallyOf([...clients.values()])
      return all.rejected > REJECTED_MIN && isTooMany(all) ? all : null
    },
  }
}

function tallyOf(all: readonly RecentOutcomes[]): Tally {
  const tally = { rejected: 0, of: 0 }
  for (const { rejectedCount, outcomes } of all) {
    tally.rejected += rejectedCount
    tally.of += outcomes.length
  }
  return tally
}

function isAbove({ rejected, of }: Tally): boolean {
  return rejected > Math.max(REJECTED_MIN, of * REJECTION_RATE_MAX)
}

function isTooMany(tally: Tally): boolean {
  return isAbove(tally) || tally.rejected === tally.of
}
