import { type ClientNameEvent, clientNameStreams } from '#domain/auth/client-names/events.ts'
import { type ClientEvent, clientStreams } from '#domain/auth/clients/events.ts'
import { type CredentialEvent, credentialStreams } from '#domain/auth/credentials/events.ts'
import { type IdentityEvent, identityStreams } from '#domain/auth/identities/events.ts'
import { type ServiceAccountEvent, serviceAccountStreams } from '#domain/auth/service-accounts/events.ts'
import { type SessionEvent, sessionStreams } from '#domain/auth/sessions/events.ts'
import { type UserEvent, userStreams } from '#domain/auth/users/events.ts'
import { facts, whole } from '#facts.ts'

const ofUser = (user_id: string) => ({ stream: userStreams.stream(user_id) })
const nothing = () => ({})

const clientFacts = facts<ClientEvent>({
  streams: clientStreams,
  version: 1,
  owner: event => ({ client_id: clientStreams.idOf(event) }),
  shown: { ClientRegistered: whole, ClientTermsChanged: whole, ClientDisabled: whole, ClientEnabled: whole },
})

const clientNameFacts = facts<ClientNameEvent>({
  streams: clientNameStreams,
  version: 1,
  owner: ({ data }) => ({ client_id: data.client_id }),
  shown: { ClientNameTaken: whole },
})

/** What the history shows of service accounts: not the hash of the secret. */
const serviceAccountFacts = facts<ServiceAccountEvent>({
  streams: serviceAccountStreams,
  version: 1,
  owner: event => ({ client_id: serviceAccountStreams.idOf(event) }),
  shown: {
    ServiceAccountCreated: ({ secret_hash: _, ...shown }) => shown,
    ServiceAccountRevoked: whole,
  },
})

/** What the history shows of users: neither address nor password. */
const userFacts = facts<UserEvent>({
  streams: userStreams,
  version: 1,
  owner: ({ type, data }) => (type === 'UserRegistered' ? { client_id: data.client_id } : null),
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

const sessionFacts = facts<SessionEvent>({
  streams: sessionStreams,
  version: 1,
  owner: ({ type, data }) => (type === 'SessionOpened' ? { client_id: data.client_id } : null),
  shown: { SessionOpened: whole, SessionRefreshed: whole, SessionClosed: whole },
})

/** What the history shows of keys: not the key itself. */
const credentialFacts = facts<CredentialEvent>({
  streams: credentialStreams,
  version: 1,
  owner: ({ type, data }) => (type === 'CredentialRegistered' ? ofUser(data.user_id) : null),
  shown: {
    CredentialRegistered: ({ user_id, kind, device_id, platform }) => ({ user_id, kind, device_id, platform }),
    CredentialUsed: whole,
    CredentialFailed: whole,
    CredentialDisabled: whole,
    CredentialRemoved: whole,
  },
})

const identityFacts = facts<IdentityEvent>({
  streams: identityStreams,
  version: 1,
  owner: ({ type, data }) => (type === 'IdentityLinked' ? ofUser(data.user_id) : null),
  shown: { IdentityLinked: ({ user_id, provider }) => ({ user_id, provider }), IdentityUnlinked: whole },
})

/** What the history shows of the module's streams. */
export const authFacts = [
  ...[clientFacts, clientNameFacts, userFacts, serviceAccountFacts],
  ...[sessionFacts, credentialFacts, identityFacts],
]
