import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import type { PushMessage, PushOutcome } from '#edge/push/push.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { createCircuit } from './circuit.ts'
import type { PushObserver } from './metrics.ts'
import type { NetworkStanding } from './network-standing.ts'
import type { PushNetworks } from './push-networks.ts'
import { createTokenDoubt } from './token-doubt.ts'

/** Where a process hands over what goes to one push network: what it knows of the network goes with it. */
export type PushDesk = {
  /** In how many milliseconds a message may try; 0 = now, and then it is sent, or `leave` says that it was not. */
  enter(): number
  leave(): void
  send(message: PushMessage, client_id: string): Promise<PushOutcome>
  /** Whether a device whose token the network does not know is to be taken for gone. */
  believes(outcome: PushOutcome): boolean
  /** What an operator should look at. */
  notes(): string[]
}

/** How long nothing is asked of a network that is not configured; it is looked at again, because another process may have it. */
const UNCONFIGURED_MS = 10_000

export function createPushDesk(
  { log }: Pick<NotificationService, 'log'>,
  platform: PushPlatform,
  { networks, standing, observer }: { networks: PushNetworks; standing: NetworkStanding; observer: PushObserver },
): PushDesk {
  const circuit = createCircuit()
  const doubt = createTokenDoubt()
  const believed = new WeakSet<PushOutcome>()

  function settle(outcome: PushOutcome, token: string) {
    const before = circuit.trouble()
    circuit.settle(outcome, token)
    const after = circuit.trouble()
    observer.trouble(platform, after !== null)
    // Another process, which may be there no more, may have said otherwise.
    if (outcome.is === 'sent' && after === null) standing.reached(platform)
    if (after !== null && after.forMs > (before?.forMs ?? 0)) standing.shut(platform, after)
    if (before !== null && after === null) standing.opened(platform)
    if (after !== null && before === null)
      log.error({ platform, reason: after.reason }, 'a push network takes nothing: what is for it waits')
    if (after === null && before !== null) log.info({ platform }, 'a push network takes messages again')
  }

  return {
    enter: () => (networks.missing(platform) === null ? circuit.enter() : UNCONFIGURED_MS),
    leave: () => circuit.leave(),
    async send(message, client_id) {
      const since = performance.now()
      const sender = await networks.sender(platform)
      const outcome = await sender.send(message)
      observer.outcome(platform, outcome, performance.now() - since)
      settle(outcome, message.token)
      const wasDoubted = doubt.alarm() !== null
      if (doubt.seen(outcome, client_id)) believed.add(outcome)
      const alarm = doubt.alarm()
      observer.doubt(platform, alarm !== null)
      if (alarm !== null && !wasDoubted)
        log.error({ platform, ...alarm }, 'a push network rejects so many tokens that devices are kept all the same')
      return outcome
    },
    believes: outcome => believed.has(outcome),
    notes() {
      const missing = networks.missing(platform)
      if (missing !== null) return []
      const trouble = circuit.trouble()
      const alarm = doubt.alarm()
      return [
        ...(trouble === null ? [] : [`push to ${platform}: nothing is sent, the network says ${trouble.reason}`]),
        ...(alarm === null
          ? []
          : [`push to ${platform}: ${alarm.rejected} of ${alarm.of} tokens were rejected: is it the right app's key?`]),
      ]
    },
  }
}
