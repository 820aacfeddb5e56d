import { personalData } from '#declarations/personal-data.ts'
import { credentials } from '#domain/auth/credentials/decider.ts'
import type { CredentialEvent } from '#domain/auth/credentials/events.ts'
import { identities } from '#domain/auth/identities/decider.ts'
import type { IdentityEvent } from '#domain/auth/identities/events.ts'
import { loginDevices } from '#domain/auth/login-devices/decider.ts'
import type { LoginDeviceEvent } from '#domain/auth/login-devices/events.ts'
import { isServiceAccountId } from '#domain/auth/service-accounts/login-name.ts'
import { type SessionEvent, sessionStreams } from '#domain/auth/sessions/events.ts'
import { users } from '#domain/auth/users/decider.ts'
import { type UserEvent, userStreams } from '#domain/auth/users/events.ts'
import { userSubject } from '#privacy/user-id.ts'

const userPersonalData = personalData<UserEvent>({
  ...{ streams: userStreams, version: 1 },
  subject: event => (event.type === 'UserRegistered' ? userSubject(userStreams.idOf(event)) : null),
  restrict: (execute, id, context) => execute.run(users, id, { type: 'disable', client_id: null }, context),
  erase: (execute, id, context) => execute.run(users, id, { type: 'erase' }, context),
})

/** A session ends with its user's generation. */
const sessionPersonalData = personalData<SessionEvent>({
  ...{ streams: sessionStreams, version: 1 },
  subject: ({ type, data }) =>
    type === 'SessionOpened' && !isServiceAccountId(data.user_id) ? userSubject(data.user_id) : null,
})

/** Restricted users cannot log in, so there is nothing to hide. */
const loginDevicePersonalData = personalData<LoginDeviceEvent>({
  ...{ streams: loginDevices, version: 1 },
  subject: event => userSubject(loginDevices.idOf(event)),
  erase: (execute, id, context) => execute.run(loginDevices, id, { type: 'forget' }, context),
})

const credentialPersonalData = personalData<CredentialEvent>({
  ...{ streams: credentials, version: 1 },
  subject: ({ type, data }) => (type === 'CredentialRegistered' ? userSubject(data.user_id) : null),
  async erase(execute, id, context, subject) {
    const { state } = await execute.load(credentials, id)
    // It may belong to another user by now.
    if (state.status === 'absent' || state.status === 'removed' || userSubject(state.user_id) !== subject) return
    await execute.run(credentials, id, { type: 'remove', user_id: state.user_id }, context)
  },
})

const identityPersonalData = personalData<IdentityEvent>({
  ...{ streams: identities, version: 1 },
  subject: ({ type, data }) => (type === 'IdentityLinked' ? userSubject(data.user_id) : null),
  async erase(execute, id, context, subject) {
    const { link } = (await execute.load(identities, id)).state
    if (link === null || userSubject(link.user_id) !== subject) return
    await execute.run(identities, id, { type: 'unlink', user_id: link.user_id }, context)
  },
})

export const authPersonalData = [
  ...[userPersonalData, sessionPersonalData, loginDevicePersonalData],
  ...[credentialPersonalData, identityPersonalData],
]
