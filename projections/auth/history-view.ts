import { allFields, historyView } from '#declarations/history-view.ts'
import { type ClientNameEvent, clientNameStreams } from '#domain/auth/client-names/events.ts'
import { type ClientEvent, clientStreams } from '#domain/auth/clients/events.ts'
import { type CredentialEvent, credentialStreams } from '#domain/auth/credentials/events.ts'
import { type IdentityEvent, identityStreams } from '#domain/auth/identities/events.ts'
import { type LoginDeviceEvent, loginDeviceStreams } from '#domain/auth/login-devices/events.ts'
import { type ServiceAccountEvent, serviceAccountStreams } from '#domain/auth/service-accounts/events.ts'
import { type SessionEvent, sessionStreams } from '#domain/auth/sessions/events.ts'
import { type UserEvent, userStreams } from '#domain/auth/users/events.ts'

const ownedByUser = (user_id: string) => ({ stream: userStreams.stream(user_id) })
const nothing = () => ({})

export const clientHistoryView = historyView<ClientEvent>({
  streams: clientStreams,
  plural: 'clients',
  version: 1,
  owner: event => ({ client_id: clientStreams.idOf(event) }),
  on: {
    ClientRegistered: allFields,
    ClientTermsChanged: allFields,
    ClientDisabled: allFields,
    ClientEnabled: allFields,
  },
})

export const clientNameHistoryView = historyView<ClientNameEvent>({
  streams: clientNameStreams,
  plural: 'client-names',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  on: { ClientNameTaken: allFields },
})

export const serviceAccountHistoryView = historyView<ServiceAccountEvent>({
  streams: serviceAccountStreams,
  plural: 'service-accounts',
  version: 1,
  owner: event => ({ client_id: serviceAccountStreams.idOf(event) }),
  on: {
    ServiceAccountCreated: ({ secret_hash: _, ...shown }) => shown,
    ServiceAccountBound: allFields,
    ServiceAccountRevoked: allFields,
  },
})

/** Contains neither address nor password. */
export const userHistoryView = historyView<UserEvent>({
  streams: userStreams,
  plural: 'users',
  version: 1,
  owner: ({ type, data }) => (type === 'UserRegistered' ? { client_id: data.client_id } : null),
  subject: userStreams.idOf,
  on: {
    UserRegistered: ({ client_id, role }) => ({ client_id, role }),
    PasswordChanged: nothing,
    PasswordRehashed: nothing,
    UserRoleChanged: allFields,
    UserDisabled: allFields,
    UserEnabled: allFields,
    UserSessionsRevoked: allFields,
    UserErased: allFields,
  },
})

export const sessionHistoryView = historyView<SessionEvent>({
  streams: sessionStreams,
  plural: 'sessions',
  version: 1,
  owner: ({ type, data }) => (type === 'SessionOpened' ? { client_id: data.client_id } : null),
  subject: ({ type, data }) => (type === 'SessionOpened' ? data.user_id : null),
  on: { SessionOpened: allFields, SessionRefreshed: allFields, SessionClosed: allFields },
})

/** Contains that a device was new, not which device it was. */
export const loginDeviceHistoryView = historyView<LoginDeviceEvent>({
  streams: loginDeviceStreams,
  plural: 'login-devices',
  version: 1,
  owner: ({ type, data }) => (type === 'LoginDeviceAdded' ? { client_id: data.client_id } : null),
  subject: loginDeviceStreams.idOf,
  on: {
    LoginDeviceAdded: ({ device: _, ...shown }) => shown,
    LoginDevicesForgotten: allFields,
  },
})

export const credentialHistoryView = historyView<CredentialEvent>({
  streams: credentialStreams,
  plural: 'credentials',
  version: 1,
  owner: ({ type, data }) => (type === 'CredentialRegistered' ? ownedByUser(data.user_id) : null),
  subject: ({ type, data }) => (type === 'CredentialRegistered' ? data.user_id : null),
  on: {
    CredentialRegistered: ({ user_id, kind, device_id, platform }) => ({ user_id, kind, device_id, platform }),
    CredentialUsed: allFields,
    CredentialFailed: allFields,
    CredentialDisabled: allFields,
    CredentialRemoved: allFields,
  },
})

export const identityHistoryView = historyView<IdentityEvent>({
  streams: identityStreams,
  plural: 'identities',
  version: 1,
  owner: ({ type, data }) => (type === 'IdentityLinked' ? ownedByUser(data.user_id) : null),
  subject: ({ type, data }) => (type === 'IdentityLinked' ? data.user_id : null),
  on: { IdentityLinked: ({ user_id, provider }) => ({ user_id, provider }), IdentityUnlinked: allFields },
})
