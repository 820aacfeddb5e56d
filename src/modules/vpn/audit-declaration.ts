import { auditDeclaration } from '#declarations/history-view.ts'
import { devices } from '#domain/vpn/devices/decider.ts'
import { liveSessions } from '#domain/vpn/devices/state.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import { deviceHistoryView, serverHistoryView } from '#projections/vpn/history-view.ts'

const serverAudit = auditDeclaration(serverHistoryView, {
  family: servers,
  state(server_id, state) {
    if (state.status === 'absent') return null
    return { id: Number(server_id), status: state.status, ...state.terms, used: state.held.size }
  },
})

/** By the user's own id, or by the id of the user's stream. */
const deviceAudit = auditDeclaration(deviceHistoryView, {
  family: devices,
  state(_, state) {
    if (state.client_id === null) return null
    const sessions = liveSessions(state).map(({ session_id, status, slot_id, server_id, issued_at, expires_at }) => ({
      ...{ session_id, status, slot_id, server_id, issued_at, expires_at },
    }))
    return { sessions }
  },
  idsOf: (requestedId, client_id) => [devices.id(client_id, requestedId), requestedId],
})

export const vpnAuditDeclarations = [serverAudit, deviceAudit]
