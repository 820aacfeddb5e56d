import { useState } from 'preact/hooks'
import { ServiceError } from '../../../client/errors.ts'
import { api } from '../../api.ts'
import { draftOf, fillForm, textsOf } from '../../drafts.ts'
import { isOutcomeUnknown } from '../../ui/problem.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useCommand } from '../../ui/use-command.ts'
import { PolicyChanges } from './policy-changes.tsx'
import { PolicyConflicts } from './policy-conflicts.tsx'
import { PolicyFields } from './policy-fields.tsx'
import { changesOf, type PolicyAnswer, type PolicyValues } from './policy-settings.ts'
import { policyOf, policyTexts } from './policy-texts.ts'

export const POLICY_FORM = 'change the policy'

/** `version`: that which was saved; null: none was. */
type Props = { policy: PolicyAnswer; onLeave(version: number | null): void }

/** The form, then what it changes, then the saving. What is changed does not move while another user saves. */
export function PolicyEditor({ policy, onLeave }: Props) {
  const [base, setBase] = useState(policy)
  const [reviewed, setReviewed] = useState<PolicyValues | null>(null)
  const [theirs, setTheirs] = useState<PolicyAnswer | null>(null)
  fillForm(POLICY_FORM, policyTexts(base))
  const review = useCommand(async () => setReviewed(policyOf(textsOf(POLICY_FORM))))
  const leave = (version: number | null) => {
    draftOf(POLICY_FORM).value = {}
    onLeave(version)
  }
  const saving = useCommand(async () => {
    try {
      const { version } = await api.setFraudPolicy({ body: { ...reviewed, version: base.version } })
      leave(version)
    } catch (error) {
      if (isConflict(error) || isOutcomeUnknown(error)) setTheirs(await newerThan(base))
      throw error
    }
  })
  if (reviewed === null)
    return (
      <form onSubmit={review.start}>
        <PolicyFields form={POLICY_FORM} />
        <div class="actions">
          <button type="submit" class="primary">
            Review the changes
          </button>
          <button type="button" onClick={() => leave(null)}>
            Discard
          </button>
        </div>
        {review.state.is === 'failed' && <ProblemNote error={review.state.error} />}
      </form>
    )
  if (theirs !== null)
    return (
      <PolicyConflicts
        {...{ base, theirs, mine: reviewed }}
        onKeep={() => {
          setBase(theirs)
          setTheirs(null)
          setReviewed(null)
        }}
        onDiscard={() => leave(null)}
      />
    )
  return (
    <form onSubmit={saving.start}>
      <PolicyChanges before={base} after={reviewed} />
      <div class="actions">
        <button
          type="submit"
          class="primary"
          disabled={saving.state.is === 'running' || changesOf(base, reviewed).length === 0}
        >
          Save as version {base.version + 1}
        </button>
        <button type="button" onClick={() => setReviewed(null)}>
          Back to the form
        </button>
      </div>
      {saving.state.is === 'failed' && isOutcomeUnknown(saving.state.error) && (
        <p role="alert">
          It is not known whether the policy was saved. Save it again: it is saved once, and a policy that was set since
          is shown beside yours.
        </p>
      )}
      {saving.state.is === 'failed' && <ProblemNote error={saving.state.error} />}
    </form>
  )
}

/** The present policy, where it is another than the one that was read; null also where it can't be read. */
async function newerThan({ version }: PolicyAnswer): Promise<PolicyAnswer | null> {
  const present = await api.getFraudPolicy().catch(() => null)
  return present === null || present.version === version ? null : present
}

function isConflict(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'CONFLICT'
}
