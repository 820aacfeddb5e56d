import { useRef } from 'preact/hooks'
import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { draftOf } from '../drafts.ts'
import { canUseKeys, createKey } from '../session/keys.ts'
import { CommandProblem } from '../ui/command-problem.tsx'
import { Field } from '../ui/field.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useCommand } from '../ui/use-command.ts'
import { useLastAnswer } from '../ui/use-last-answer.ts'

type Key = Answer<'listCredentials'>['data'][number]

const KINDS: Record<Key['type'], string> = { device: 'key of a device', webauthn: 'WebAuthn key' }
/** New and removed keys appear in the list within a second, on a busy service later. */
const LISTED_AFTER_MS = [1_000, 3_000, 10_000]

/** Keys that sign the user in without a password. */
export function OwnKeys({ me, round }: { me: Answer<'me'>; round: number }) {
  const keys = useLastAnswer(signal => api.listCredentials({}, { signal }), me.id, round)
  const { answer, isLoading, reload } = keys
  const list = useRef<HTMLHeadingElement>(null)
  const onChanged = () => {
    // The form or the row that had the focus may be gone.
    list.current?.focus()
    for (const ms of LISTED_AFTER_MS) setTimeout(reload, ms)
  }
  return (
    <section aria-labelledby="keys-title">
      <h2 id="keys-title" ref={list} tabIndex={-1}>
        Your keys
      </h2>
      <ReadingProblem of={keys} what="list" />
      <p role="status">{isLoading && 'Loading'}</p>
      {answer?.data.length === 0 && <p>You have no keys. With one you sign in without a password.</p>}
      {answer !== null && answer.data.length > 0 && <KeyTable keys={answer.data} onRemoved={onChanged} />}
      {canUseKeys() ? (
        <AddKey me={me} onAdded={onChanged} />
      ) : (
        <p>This browser can't make WebAuthn keys, so none can be added here.</p>
      )}
    </section>
  )
}

function KeyTable({ keys, onRemoved }: { keys: readonly Key[]; onRemoved(): void }) {
  const columns: readonly Column<Key>[] = [
    { title: 'Name', cell: ({ device_id }) => device_id },
    { title: 'Kind', cell: ({ type }) => KINDS[type] },
    { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
    { title: 'Registered', cell: ({ registered_at }) => <Time at={registered_at} /> },
    { title: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'never' : <Time at={at} />) },
    { title: 'Action', cell: key => <RemoveKey of={key} onRemoved={onRemoved} /> },
  ]
  return <RecordTable label="Your keys" rows={keys} columns={columns} idOf={({ credential_id }) => credential_id} />
}

function RemoveKey({ of: { credential_id, device_id }, onRemoved }: { of: Key; onRemoved(): void }) {
  const command = useCommand(async () => {
    await api.removeCredential({ path: { credential_id } })
    onRemoved()
  })
  return (
    <>
      <button
        type="button"
        class="small"
        aria-label={`Remove the key ${device_id}`}
        disabled={command.state.is === 'running' || command.state.is === 'done'}
        onClick={() => void command.start()}
      >
        {command.state.is === 'done' ? 'Removed' : 'Remove'}
      </button>
      <CommandProblem state={command.state} unknown="Reload the page: it may be gone from the list." />
    </>
  )
}

const FORM = 'a new key'

function AddKey({ me, onAdded }: { me: Answer<'me'>; onAdded(): void }) {
  const draft = draftOf(FORM)
  const command = useCommand(async () => {
    const device_id = (draft.peek().device_id ?? '').trim()
    const { challenge_id, challenge, webauthn } = await api.requestChallenge({})
    const response = await createKey(challenge, webauthn, {
      id: me.id,
      name: me.email ?? me.id,
      displayName: me.display_name ?? me.email ?? me.id,
    })
    await api.registerCredential({ body: { type: 'webauthn', device_id, platform: 'web', challenge_id, response } })
    draft.value = {}
    onAdded()
  })
  return (
    <form class="action" onSubmit={command.start}>
      <Field
        form={FORM}
        name="device_id"
        label="Name of the new key"
        hint="Such as: laptop at work"
        isRequired
        maxLength={128}
      />
      <FormEnd
        state={command.state}
        title="Add a key"
        running="Waiting for the key"
        unknown="Reload the page and look at the list before you add it again."
      >
        <p role="status">{command.state.is === 'done' && 'The key is registered. It signs you in from now on.'}</p>
      </FormEnd>
    </form>
  )
}
