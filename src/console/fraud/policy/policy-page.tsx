import { useRef, useState } from 'preact/hooks'
import { api, can, user } from '../../api.ts'
import { changedTexts } from '../../drafts.ts'
import { Facts } from '../../ui/facts.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { RecordHistory } from '../../ui/record-history.tsx'
import { RecordSource } from '../../ui/record-source.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { Time } from '../../ui/time.tsx'
import { useLastAnswer } from '../../ui/use-last-answer.ts'
import { UserName } from '../../ui/user-name.tsx'
import { POLICY_FORM, PolicyEditor } from './policy-editor.tsx'
import { type PolicyAnswer, settingsOf } from './policy-settings.ts'

export function PolicyPage() {
  const { answer: policy, error, isLoading, reload } = useLastAnswer(signal => api.getFraudPolicy({ signal }), 'policy')
  const client = user.value?.client_id ?? ''
  // What was typed before a sign-in is shown again.
  const [isEditing, setEditing] = useState(() => Object.keys(changedTexts(POLICY_FORM)).length > 0)
  const [saved, setSaved] = useState<number | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const leaveEditor = (version: number | null) => {
    setEditing(false)
    setSaved(version)
    reload()
    // The focus would be lost with the form.
    heading.current?.focus()
  }
  return (
    <>
      <div class="title">
        <h1 ref={heading} tabIndex={-1}>
          Fraud policy
        </h1>
        <button type="button" onClick={reload}>
          Reload
        </button>
        {can('fraud:admin') && !isEditing && (
          <button type="button" class="primary" disabled={policy === null} onClick={() => setEditing(true)}>
            Change the policy
          </button>
        )}
      </div>
      {isLoading && <p role="status">Loading</p>}
      <ProblemNote error={error} />
      <p role="status">{saved !== null && `The policy is saved as version ${saved}.`}</p>
      {policy !== null && (
        <>
          <Facts
            of={[
              ['Version', policy.version === 0 ? 'none: the defaults hold' : String(policy.version)],
              ['Set', policy.set_at && <Time at={policy.set_at} />],
              ['Set by', policy.set_by && <UserName id={policy.set_by} />],
            ]}
          />
          {!can('fraud:admin') && <p>Administrators may change the policy.</p>}
          {isEditing ? <PolicyEditor policy={policy} onLeave={leaveEditor} /> : <Settings policy={policy} />}
          {can('audit:read') && (
            <RecordHistory
              id={`${client} ${policy.version}`}
              read={query => api.getAuditRecord({ path: { family: 'fraud-policies', id: client }, query })}
            />
          )}
          <RecordSource record={policy} path="/fraud/policy" />
        </>
      )}
    </>
  )
}

type Setting = ReturnType<typeof settingsOf>[number]

const COLUMNS: readonly Column<Setting>[] = [
  { title: 'Setting', isRowTitle: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { title: 'Value', cell: ({ value }) => value },
]

function Settings({ policy }: { policy: PolicyAnswer }) {
  return (
    <RecordTable label="Settings of the policy" rows={settingsOf(policy)} columns={COLUMNS} idOf={({ name }) => name} />
  )
}
