import { allFields, historyView } from '#declarations/history-view.ts'
import { type ClientNameEvent, clientNameStreams } from '#domain/auth/client-names/events.ts'
import { type ClientEvent, clientStreams } from '#domain/auth/clients/events.ts'
import { type CredentialEvent, credentialStreams } from '#domain/auth/credentials/events.ts'
import { type IdentityEvent, identityStreams } from '#domain/auth/identities/events.ts'
import { type LoginDeviceEvent, loginDeviceStreams } from '#domain/auth/login-devices/events.ts'
import { type ServiceAccountEvent, serviceAccountStreams } from '#domain/auth/service-accounts/events.ts'
import { type SessionEvent, sessionStreams } from '#domain/auth/sessions/events.ts'
import { type UserEvent, userStreams } from '#domain/auth/users/events.ts'

const ofUser = (user_id: string) => ({ stream: userStreams.stream(user_id) })

export const clientHistoryView = historyView<ClientEvent>({
  ...{ streams: clientStreams, plural: 'clients', version: 1 },
  owner: event => ({ client_id: clientStreams.idOf(event) }),
})

export const clientNameHistoryView = historyView<ClientNameEvent>({
  ...{ streams: clientNameStreams, plural: 'client-names', version: 1 },
  on: { ClientNameTaken: allFields },
})

export const serviceAccountHistoryView = historyView<ServiceAccountEvent>({
  ...{ streams: serviceAccountStreams, plural: 'service-accounts', version: 1 },
  owner: event => ({ client_id: serviceAccountStreams.idOf(event) }),
})

export const userHistoryView = historyView<UserEvent>({
  ...{ streams: userStreams, plural: 'users', version: 1 },
  owner: ({ type, data }) => (type === 'UserRegistered' ? { client_id: data.client_id } : null),
  subject: userStreams.idOf,
})

export const sessionHistoryView = historyView<SessionEvent>({
  ...{ streams: sessionStreams, plural: 'sessions', version: 1 },
  owner: ({ type, data }) => (type === 'SessionOpened' ? { client_id: data.client_id } : null),
})

export const loginDeviceHistoryView = historyView<LoginDeviceEvent>({
  ...{ streams: loginDeviceStreams, plural: 'login-devices', version: 1 },
  owner: ({ type, data }) => (type === 'LoginDeviceAdded' ? { client_id: data.client_id } : null),
  subject: loginDeviceStreams.idOf,
})

export const credentialHistoryView = historyView<CredentialEvent>({
  ...{ streams: credentialStreams, plural: 'credentials', version: 1 },
  owner: ({ type, data }) => (type === 'CredentialRegistered' ? ofUser(data.user_id) : null),
})

export const identityHistoryView = historyView<IdentityEvent>({
  ...{ streams: identityStreams, plural: 'identities', version: 1 },
  owner: ({ type, data }) => (type === 'IdentityLinked' ? ofUser(data.user_id) : null),
})
