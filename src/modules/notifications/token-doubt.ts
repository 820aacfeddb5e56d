import { LRUCache } from 'lru-cache'
import type { PushOutcome } from '#edge/push/push.ts'

/**
 * Whether a network that knows a token not is believed. Now and then a token is wrong; where many are, our configuration is another app's, and taking their
 * devices away would take everybody's. A client that registers many wrong ones says so of its own devices alone.
 */
export type TokenDoubt = {
  /** True where the device, which is this client's, is to be taken for gone: by an outcome that is no rejection never. */
  seen(outcome: PushOutcome, client_id: string): boolean
  /** So many of the last so many messages were rejected, where that is too many. */
  alarm(): Tally | null
}

type Tally = { rejected: number; of: number }
/** Of one client, the oldest first: which were rejected. */
type Last = { messages: boolean[]; rejected: number }

/** Messages of a client that are looked back at. */
const LAST = 1_000
/** Clients that are looked back at, those that were sent to last. */
const CLIENTS_MAX = 500
/** Above this the configuration is what is wrong. */
const REJECTED_SHARE_MAX = 0.05
/** So many may be, however few were sent, as long as others were accepted. */
const REJECTED_MIN = 1

export function createTokenDoubt(): TokenDoubt {
  const clients = new LRUCache<string, Last>({ max: CLIENTS_MAX })

  function add(client_id: string, isRejected: boolean): Last {
    const last = clients.get(client_id) ?? { messages: [], rejected: 0 }
    clients.set(client_id, last)
    last.messages.push(isRejected)
    if (isRejected) last.rejected += 1
    if (last.messages.length > LAST && last.messages.shift()) last.rejected -= 1
    return last
  }

  const isDoubted = (last: Last) => isAbove(tallyOf([last]))

  return {
    seen({ is }, client_id) {
      if (is !== 'sent' && is !== 'token-rejected') return false
      const own = add(client_id, is === 'token-rejected')
      if (is === 'sent' || isDoubted(own)) return false
      return !isTooMany(tallyOf([...clients.values()].filter(last => !isDoubted(last))))
    },
    alarm() {
      const all = tallyOf([...clients.values()])
      return all.rejected > REJECTED_MIN && isTooMany(all) ? all : null
    },
  }
}

function tallyOf(lasts: readonly Last[]): Tally {
  const tally = { rejected: 0, of: 0 }
  for (const { rejected, messages } of lasts) {
    tally.rejected += rejected
    tally.of += messages.length
  }
  return tally
}

function isAbove({ rejected, of }: Tally): boolean {
  return rejected > Math.max(REJECTED_MIN, of * REJECTED_SHARE_MAX)
}

function isTooMany(tally: Tally): boolean {
  return isAbove(tally) || tally.rejected === tally.of
}
