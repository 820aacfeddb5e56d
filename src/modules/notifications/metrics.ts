import { Counter, Gauge, Histogram } from 'prom-client'
import { PLATFORMS, type PushPlatform } from '#domain/notifications/devices/events.ts'
import type { PushOutcome } from '#edge/push/push-sender.ts'
import type { Service } from '#service.ts'

export type PushObserver = {
  outcome(platform: PushPlatform, outcome: PushOutcome, ms: number): void
  circuit(platform: PushPlatform, isOpen: boolean): void
  tokenRejections(platform: PushPlatform, isAlarming: boolean): void
}

const DURATION_BUCKETS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What can be seen of the push networks from outside. */
export function observePush({ metrics }: Pick<Service, 'metrics'>): PushObserver {
  const registers = [metrics]
  const sends = new Counter({
    name: 'push_sends_total',
    help: 'Messages that push networks were asked to send, by what became of them',
    labelNames: ['platform', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'push_send_seconds',
    help: 'How long push networks took to answer',
    labelNames: ['platform'],
    buckets: DURATION_BUCKETS_S,
    registers,
  })
  const openCircuits = new Gauge({
    name: 'push_network_shut',
    help: '1 while a push network is asked for nothing, because it is away or refuses our credentials',
    labelNames: ['platform'],
    registers,
  })
  const rejectionAlarms = new Gauge({
    name: 'push_tokens_doubted',
    help: '1 while a push network rejects so many tokens that no device is taken for gone',
    labelNames: ['platform'],
    registers,
  })
  for (const platform of PLATFORMS) {
    openCircuits.set({ platform }, 0)
    rejectionAlarms.set({ platform }, 0)
  }
  return {
    outcome(platform, { is }, ms) {
      sends.inc({ platform, outcome: is })
      durations.observe({ platform }, ms / 1_000)
    },
    circuit: (platform, isOpen) => openCircuits.set({ platform }, isOpen ? 1 : 0),
    tokenRejections: (platform, isAlarming) => rejectionAlarms.set({ platform }, isAlarming ? 1 : 0),
  }
}
