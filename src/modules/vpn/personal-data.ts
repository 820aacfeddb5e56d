import { personalData } from '#declarations/personal-data.ts'
import { devices } from '#domain/vpn/devices/decider.ts'
import { deviceStreams } from '#domain/vpn/devices/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Execute } from '#event-sourcing/execute.ts'

/** The slot process releases what the sessions held. */
const endSessions = (execute: Execute, id: string, context: Context) =>
  execute.run(devices, id, { type: 'revoke_all', reason: 'erasure', issuedUntil: null }, context)

export const devicePersonalData = personalData({
  ...{ streams: deviceStreams, version: 1 },
  restrict: endSessions,
  erase: endSessions,
})
