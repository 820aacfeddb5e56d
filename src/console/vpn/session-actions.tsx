import { api, can } from '../api.ts'
import { ActionForm } from '../ui/action-form.tsx'
import { RecordActions } from '../ui/record-actions.tsx'
import { objectionToSession, type SessionAction } from './session-objections.ts'
import type { VpnSessionAnswer } from './vpn.ts'

const TITLES: Record<SessionAction, string> = { disconnect: 'Disconnect the session', revoke: 'Revoke the session' }

const DONE: Record<SessionAction, string> = {
  disconnect: 'The session is disconnected.',
  revoke: 'The session is revoked.',
}

const MEANING: Record<SessionAction, string> = {
  disconnect: 'The tunnel ends, as if its device had ended it. The device may connect again.',
  revoke: 'The tunnel ends, and the session is recorded as revoked by you. The device may connect again.',
}

const SEND: Record<SessionAction, (session_id: string) => Promise<unknown>> = {
  disconnect: session_id => api.disconnectVpn({ body: { session_id } }),
  revoke: session_id => api.revokeVpnSession({ path: { session_id } }),
}

/** The button of an action opens what it means, with the button that does it. `onSent`: the record is read again. */
export function SessionActions({ session, onSent }: { session: VpnSessionAnswer; onSent(): void }) {
  const { session_id } = session
  return (
    <RecordActions<SessionAction>
      titles={TITLES}
      done={DONE}
      objectionTo={action => objectionToSession(action, session, can)}
      form={(action, props) => (
        <ActionForm
          key={action}
          {...props}
          form={`${action} ${session_id}`}
          title={`${TITLES[action]} now`}
          send={() => SEND[action](session_id)}
          onSent={onSent}
          unknown="The record above was read again: look at its status before you try again."
        >
          <p>{MEANING[action]}</p>
        </ActionForm>
      )}
    />
  )
}
