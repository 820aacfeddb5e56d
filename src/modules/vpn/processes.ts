import { clientStreams } from '#domain/auth/clients/events.ts'
import { userStreams } from '#domain/auth/users/events.ts'
import { deviceStreams } from '#domain/vpn/devices/events.ts'
import { serverStreams } from '#domain/vpn/servers/events.ts'
import type { Subscription } from '#reactions/process.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { leaseProcess } from './lease-process.ts'
import { revocationProcess } from './revocation-process.ts'
import { slotProcess } from './slot-process.ts'

/** The command that ends a session releases its slot within this time, and so leaves no job. */
const SLOTS_BATCH_DELAY_MS = 500

export const vpnSubscriptions: readonly Subscription<VpnService>[] = [
  {
    name: 'vpn-slots',
    prefixes: [deviceStreams.prefix, serverStreams.prefix],
    batchDelayMs: SLOTS_BATCH_DELAY_MS,
    processes: [leaseProcess, slotProcess],
  },
  { name: 'vpn-revocations', prefixes: [userStreams.prefix, clientStreams.prefix], processes: [revocationProcess] },
]
