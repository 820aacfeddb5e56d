import { facts, whole } from '#declarations/history-view.ts'
import { type ClientNameEvent, clientNameStreams } from '#domain/auth/client-names/events.ts'
import { type ClientEvent, clientStreams } from '#domain/auth/clients/events.ts'
import { type CredentialEvent, credentialStreams } from '#domain/auth/credentials/events.ts'
import { type IdentityEvent, identityStreams } from '#domain/auth/identities/events.ts'
import { type LoginDeviceEvent, loginDeviceStreams } from '#domain/auth/login-devices/events.ts'
import { type ServiceAccountEvent, serviceAccountStreams } from '#domain/auth/service-accounts/events.ts'
import { type SessionEvent, sessionStreams } from '#domain/auth/sessions/events.ts'
import { type UserEvent, userStreams } from '#domain/auth/users/events.ts'

const ofUser = (user_id: string) => ({ stream: userStreams.stream(user_id) })
const nothing = () => ({})

export const clientFacts = facts<ClientEvent>({
  streams: clientStreams,
  plural: 'clients',
  version: 1,
  owner: event => ({ client_id: clientStreams.idOf(event) }),
  shown: { ClientRegistered: whole, ClientTermsChanged: whole, ClientDisabled: whole, ClientEnabled: whole },
})

export const clientNameFacts = facts<ClientNameEvent>({
  streams: clientNameStreams,
  plural: 'client-names',
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  shown: { ClientNameTaken: whole },
})

/** What the history shows of service accounts: not the hash of the secret. */
export const serviceAccountFacts = facts<ServiceAccountEvent>({
  streams: serviceAccountStreams,
  plural: 'service-accounts',
  version: 1,
  owner: event => ({ client_id: serviceAccountStreams.idOf(event) }),
  shown: {
    ServiceAccountCreated: ({ secret_hash: _, ...shown }) => shown,
    ServiceAccountBound: whole,
    ServiceAccountRevoked: whole,
  },
})

/** What the history shows of users: neither address nor password. */
export const userFacts = facts<UserEvent>({
  streams: userStreams,
  plural: 'users',
  version: 1,
  owner: ({ type, data }) => (type === 'UserRegistered' ? { client_id: data.client_id } : null),
  subject: userStreams.idOf,
  shown: {
    UserRegistered: ({ client_id, role }) => ({ client_id, role }),
    PasswordChanged: nothing,
    PasswordRehashed: nothing,
    UserRoleChanged: whole,
    UserDisabled: whole,
    UserEnabled: whole,
    UserSessionsRevoked: whole,
    UserErased: whole,
  },
})

export const sessionFacts = facts<SessionEvent>({
  streams: sessionStreams,
  plural: 'sessions',
  version: 1,
  owner: ({ type, data }) => (type === 'SessionOpened' ? { client_id: data.client_id } : null),
  subject: ({ type, data }) => (type === 'SessionOpened' ? data.user_id : null),
  shown: { SessionOpened: whole, SessionRefreshed: whole, SessionClosed: whole },
})

/** What the history shows of the devices that users log in from: that there was a new one, not which. */
export const loginDeviceFacts = facts<LoginDeviceEvent>({
  streams: loginDeviceStreams,
  plural: 'login-devices',
  version: 1,
  owner: ({ type, data }) => (type === 'LoginDeviceAdded' ? { client_id: data.client_id } : null),
  subject: loginDeviceStreams.idOf,
  shown: {
    LoginDeviceAdded: ({ device: _, ...shown }) => shown,
    LoginDevicesForgotten: whole,
  },
})

/** What the history shows of keys: not the key itself. */
export const credentialFacts = facts<CredentialEvent>({
  streams: credentialStreams,
  plural: 'credentials',
  version: 1,
  owner: ({ type, data }) => (type === 'CredentialRegistered' ? ofUser(data.user_id) : null),
  subject: ({ type, data }) => (type === 'CredentialRegistered' ? data.user_id : null),
  shown: {
    CredentialRegistered: ({ user_id, kind, device_id, platform }) => ({ user_id, kind, device_id, platform }),
    CredentialUsed: whole,
    CredentialFailed: whole,
    CredentialDisabled: whole,
    CredentialRemoved: whole,
  },
})

export const identityFacts = facts<IdentityEvent>({
  streams: identityStreams,
  plural: 'identities',
  version: 1,
  owner: ({ type, data }) => (type === 'IdentityLinked' ? ofUser(data.user_id) : null),
  subject: ({ type, data }) => (type === 'IdentityLinked' ? data.user_id : null),
  shown: { IdentityLinked: ({ user_id, provider }) => ({ user_id, provider }), IdentityUnlinked: whole },
})
