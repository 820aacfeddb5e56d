import type { Module } from '#module.ts'
import { vpnAudited } from './audited.ts'

/** What the audit tells of VPN servers and sessions. */
export const vpn: Module = { name: 'vpn', facts: vpnAudited, start: () => ({}) }
