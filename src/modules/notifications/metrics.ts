import { Counter, Gauge, Histogram } from 'prom-client'
import { PLATFORMS, type PushPlatform } from '#domain/notifications/devices/events.ts'
import type { PushOutcome } from '#edge/push/push.ts'
import type { Service } from '#service.ts'

export type PushObserver = {
  outcome(platform: PushPlatform, outcome: PushOutcome, ms: number): void
  trouble(platform: PushPlatform, isShut: boolean): void
  doubt(platform: PushPlatform, isDoubted: boolean): void
}

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What can be seen of the push networks from outside. */
export function observePush({ metrics }: Pick<Service, 'metrics'>): PushObserver {
  const registers = [metrics]
  const sends = new Counter({
    name: 'push_sends_total',
    help: 'Messages that push networks were asked to send, by what became of them',
    labelNames: ['platform', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'push_send_seconds',
    help: 'How long push networks took to answer',
    labelNames: ['platform'],
    buckets: SECONDS,
    registers,
  })
  const shut = new Gauge({
    name: 'push_network_shut',
    help: '1 while a push network is asked for nothing, because it is away or refuses our credentials',
    labelNames: ['platform'],
    registers,
  })
  const doubted = new Gauge({
    name: 'push_tokens_doubted',
    help: '1 while a push network rejects so many tokens that no device is taken for gone',
    labelNames: ['platform'],
    registers,
  })
  for (const platform of PLATFORMS) {
    shut.set({ platform }, 0)
    doubted.set({ platform }, 0)
  }
  return {
    outcome(platform, { is }, ms) {
      sends.inc({ platform, outcome: is })
      seconds.observe({ platform }, ms / 1_000)
    },
    trouble: (platform, isShut) => shut.set({ platform }, isShut ? 1 : 0),
    doubt: (platform, isDoubted) => doubted.set({ platform }, isDoubted ? 1 : 0),
  }
}
