import { z } from 'zod'
import { flag } from '#config/config-values.ts'

export const vpnConfig = z.object({
  VPN_DEMO_SERVERS: flag.optional().meta({
    description: 'registers the VPN servers that a trial lists; no server answers at their addresses',
    unset: '`true` on embedded stores',
  }),
})
export type VpnConfig = z.infer<typeof vpnConfig>
