import { auditDeclaration } from '#declarations/history-view.ts'
import { clientNames } from '#domain/auth/client-names/decider.ts'
import { clients } from '#domain/auth/clients/decider.ts'
import { credentials } from '#domain/auth/credentials/decider.ts'
import { identities } from '#domain/auth/identities/decider.ts'
import { loginDevices } from '#domain/auth/login-devices/decider.ts'
import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { sessions } from '#domain/auth/sessions/decider.ts'
import { users } from '#domain/auth/users/decider.ts'
import {
  clientHistoryView,
  clientNameHistoryView,
  credentialHistoryView,
  identityHistoryView,
  loginDeviceHistoryView,
  serviceAccountHistoryView,
  sessionHistoryView,
  userHistoryView,
} from '#projections/auth/history-view.ts'
import { clientRecord } from '#queries/auth/get-client.ts'
import { userRecord } from '#queries/auth/get-user.ts'

const clientAudit = auditDeclaration(clientHistoryView, {
  family: clients,
  state: (client_id, state) => (state.status === 'absent' ? null : clientRecord(client_id, state)),
})

const clientNameAudit = auditDeclaration(clientNameHistoryView, { family: clientNames, state: (_, { hold }) => hold })

const userAudit = auditDeclaration(userHistoryView, {
  family: users,
  state(user_id, state) {
    if (state.status === 'absent') return null
    const { email: _, display_name: __, ...record } = userRecord(user_id, state, { email: null, display_name: null })
    const { generation, password_changes, password_changed_at } = state
    return { ...record, generation, password_changes, password_changed_at }
  },
})

const serviceAccountAudit = auditDeclaration(serviceAccountHistoryView, {
  family: serviceAccounts,
  /** Accounts that are not revoked, whose number has a limit, and the number of the others. */
  state(client_id, state) {
    if (state.size === 0) return null
    const unrevoked = [...state].filter(([, { revoked_at }]) => revoked_at === null)
    const service_accounts = unrevoked.map(([service_account_id, { name, scopes, created_at, expires_at }]) => ({
      ...{ service_account_id, name, scopes, created_at, expires_at },
    }))
    return { client_id, service_accounts, revoked: state.size - unrevoked.length }
  },
})

const sessionAudit = auditDeclaration(sessionHistoryView, {
  family: sessions,
  state: (session_id, state) => (state.status === 'absent' ? null : { session_id, ...state }),
})

const loginDeviceAudit = auditDeclaration(loginDeviceHistoryView, {
  family: loginDevices,
  state(user_id, state) {
    if (state.status === 'none') return null
    return { user_id, client_id: state.client_id, devices: state.devices.length }
  },
})

const credentialAudit = auditDeclaration(credentialHistoryView, {
  family: credentials,
  state(credential_id, state) {
    if (state.status === 'absent') return null
    const { user_id, kind, device_id, platform, status, failures, registered_at } = state
    return { credential_id, user_id, kind, device_id, platform, status, failures, registered_at }
  },
})

const identityAudit = auditDeclaration(identityHistoryView, {
  family: identities,
  state: (id, { link }) =>
    link && { identity_id: `idn_${id}`, user_id: link.user_id, provider: link.provider, linked_at: link.registered_at },
  // Accepts the public id and the stream's id.
  idsOf: id => [id.replace(/^idn_/, '')],
})

export const authAuditDeclarations = [
  ...[clientAudit, clientNameAudit, userAudit, serviceAccountAudit],
  ...[sessionAudit, loginDeviceAudit, credentialAudit, identityAudit],
]
