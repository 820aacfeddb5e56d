import { Counter, Gauge, Histogram } from 'prom-client'
import { PLATFORMS, type PushPlatform } from '#domain/notifications/devices/events.ts'
import type { PushOutcome } from '#edge/push/push-sender.ts'
import type { Service } from '#service.ts'

export type PushObserver = ReturnType<typeof observePush>

const DURATION_BUCKETS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function observePush({ metrics }: Pick<Service, 'metrics'>) {
  const registers = [metrics]
  const sends = new Counter({
    name: 'push_sends_total',
    help: 'Messages sent to push networks, by outcome',
    labelNames: ['platform', 'outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'push_send_duration_seconds',
    help: 'Response times of push networks',
    labelNames: ['platform'],
    buckets: DURATION_BUCKETS_S,
    registers,
  })
  const gauge = (name: string, help: string) => {
    const created = new Gauge({ name, help, labelNames: ['platform'], registers })
    for (const platform of PLATFORMS) created.set({ platform }, 0)
    return created
  }
  const openCircuits = gauge(
    'push_circuit_open',
    '1 while nothing is sent to a push network, because it is unreachable or refuses our credentials',
  )
  const rejectionAlarms = gauge(
    'push_token_rejections_high',
    '1 while a push network rejects so many tokens that rejections do not deactivate devices',
  )
  return {
    outcome(platform: PushPlatform, { is }: PushOutcome, ms: number): void {
      sends.inc({ platform, outcome: is })
      durations.observe({ platform }, ms / 1_000)
    },
    circuit: (platform: PushPlatform, isOpen: boolean) => openCircuits.set({ platform }, isOpen ? 1 : 0),
    tokenRejections: (platform: PushPlatform, isAlarming: boolean) =>
      rejectionAlarms.set({ platform }, isAlarming ? 1 : 0),
  }
}
