import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Answer } from '../../client/types.ts'
import { type ProofProblem, ProofVerificationError, verifyProof } from '../../client/verify-proof.ts'
import { api } from '../api.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import type { RecordHistoryAnswer } from '../ui/record-timeline.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useCommand } from '../ui/use-command.ts'
import type { AuditFamily } from './families.ts'

type ProofVerdict = { is: 'valid' } | { is: 'invalid' | 'unverified'; because: string }
type VerifiedProof = { proof: Answer<'getAuditProof'>; verdict: ProofVerdict }

type Props = { family: AuditFamily; id: string; history: RecordHistoryAnswer | null }

export function RecordProof({ family, id, history }: Props) {
  const verified = useMemo(() => signal<VerifiedProof | null>(null), [family, id])
  const reading = useCommand(async () => {
    const [proof, { keys }] = await Promise.all([api.getAuditProof({ path: { family, id } }), api.jwks()])
    verified.value = { proof, verdict: await verdictOn(proof, keys) }
  })
  return (
    <section aria-labelledby="proof-title">
      <h2 id="proof-title">Proof</h2>
      <p>
        <button type="button" disabled={reading.state.is === 'running'} onClick={() => void reading.start()}>
          {verified.value === null ? 'Read and verify the proof' : 'Read and verify it again'}
        </button>{' '}
        Your browser verifies it. The audit records who reads it.
      </p>
      {reading.state.is === 'failed' && <ProblemNote error={reading.state.error} />}
      {verified.value !== null && (
        <>
          <ProofResult {...verified.value} history={history} />
          <RecordSource record={verified.value.proof} path={`/audit/${family}/${encodeURIComponent(id)}/proof`} />
        </>
      )}
    </section>
  )
}

const PROBLEMS: Record<ProofProblem, string> = {
  malformed_proof: 'The answer is not a proof.',
  not_covered: 'The path does not lead from the record to the tree head of the checkpoint.',
  unknown_key: 'The checkpoint was signed by a key that the service does not publish.',
  signature_mismatch: 'The checkpoint is not as it was signed.',
}

async function verdictOn(...given: Parameters<typeof verifyProof>): Promise<ProofVerdict> {
  try {
    await verifyProof(...given)
    return { is: 'valid' }
  } catch (error) {
    if (error instanceof ProofVerificationError) return { is: 'invalid', because: PROBLEMS[error.reason] }
    // A browser without Ed25519.
    const reason = error instanceof Error ? error.message : String(error)
    return { is: 'unverified', because: `This browser can't verify it: ${reason}. Use the command below.` }
  }
}

function ProofResult({ proof, verdict, history }: VerifiedProof & { history: RecordHistoryAnswer | null }) {
  const { checkpoint, revision, hash, uncovered_events } = proof
  const shown = history?.history.find(event => event.revision === revision)
  const differs = shown !== undefined && shown.hash !== hash
  const shownVerdict: ProofVerdict = differs
    ? { is: 'invalid', because: 'The history above has another hash at this event.' }
    : verdict
  return (
    <>
      <p role="status">
        <StatusMark of="proof" status={shownVerdict.is} />:{' '}
        {shownVerdict.is === 'valid'
          ? `Checkpoint ${checkpoint.number} covers the record up to event ${revision + 1}.`
          : shownVerdict.because}
      </p>
      <Facts
        of={[
          ['Signed', <Time at={checkpoint.at} />],
          ['Later events, not covered yet', uncovered_events === 0 ? undefined : String(uncovered_events)],
          ['Hash of the event', hash && <code>{hash}</code>],
          ['History above', shown && (differs ? 'another hash' : 'the same hash')],
          ['Key', <code>{checkpoint.key_id}</code>],
          [
            'Without this service',
            <Copyable text="npm run audit -- verify-proof proof.json --jwks jwks.json" name="the command" />,
          ],
        ]}
      />
      <p class="hint">
        The key is the one that the service publishes now. To rely on nothing that it shows, keep its keys from a time
        when you had no reason to doubt it.
      </p>
    </>
  )
}
