import { signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { formatBytes } from '../format/bytes.ts'
import { fileTypeOf } from '../format/file-type.ts'
import { pageSession } from '../session/page-session.ts'
import { touchWhile } from '../session/transfer-touch.ts'
import { Facts } from '../ui/facts.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useCommand } from '../ui/use-command.ts'
import { AuditSubPages } from './audit-sub-pages.tsx'

type VerifiedFile = { name: string; report: Answer<'verifyExport'> }

export function VerifyExportPage() {
  const verified = useMemo(() => signal<VerifiedFile | null>(null), [])
  const leaving = useMemo(() => signal(new AbortController()), [])
  const input = useRef<HTMLInputElement>(null)
  const verifying = useCommand(async () => {
    const file = input.current?.files?.[0]
    verified.value = null
    if (file === undefined) return
    leaving.value = new AbortController()
    const body = { type: fileTypeOf(file.name), content: file }
    try {
      const upload = api.verifyExport({ body }, { signal: leaving.value.signal })
      verified.value = { name: file.name, report: await touchWhile(pageSession.touch, upload) }
    } catch (error) {
      if (!leaving.value.signal.aborted) throw error
    }
  })
  useEffect(() => () => leaving.peek().abort(), [])
  const isRunning = verifying.state.is === 'running'
  const size = input.current?.files?.[0]?.size ?? 0
  return (
    <>
      <AuditSubPages />
      <h1>Verify an export</h1>
      <form class="filters" onSubmit={verifying.start}>
        <label>
          File of an export
          <input ref={input} type="file" accept=".ndjson,.csv" required />
        </label>
        <button type="submit" class="primary" disabled={isRunning}>
          Verify
        </button>
        {isRunning && (
          <button type="button" onClick={() => leaving.value.abort()}>
            Stop
          </button>
        )}
        <p class="hint">The service reads the file and does not store it. It takes files of any size.</p>
      </form>
      <p role="status">{isRunning && `Verifying ${formatBytes(size)}`}</p>
      {verifying.state.is === 'failed' && <ProblemNote error={verifying.state.error} />}
      {verified.value !== null && <FileReport {...verified.value} />}
    </>
  )
}

function FileReport({ name, report }: VerifiedFile) {
  const { intact, problem, signature, events, streams, redacted, manifest } = report
  return (
    <section aria-labelledby="report-title">
      <h2 id="report-title">Result</h2>
      <p>
        <StatusMark of="proof" status={intact ? 'valid' : 'invalid'} />: {name}{' '}
        {intact ? 'is as this service signed it.' : 'is not as this service signed it.'}
      </p>
      <Facts
        of={[
          ['Problem', problem?.what],
          ['Line', problem?.line?.toLocaleString()],
          ['Record', problem?.stream],
          ['Revision', problem?.revision?.toString()],
          ['Signature', signature.valid ? 'of a key of this service' : (signature.problem ?? 'not valid')],
          ['Key', signature.key_id && <code>{signature.key_id}</code>],
          ['Events verified', events.toLocaleString()],
          ['Records', streams.toLocaleString()],
          ['Events with data left out', redacted.toLocaleString()],
          ['Exported by', manifest && `${manifest.exported_by.sub} (${manifest.exported_by.role})`],
          ['Exported', manifest && <Time at={manifest.made_at} />],
          ['From', manifest?.from && <Time at={manifest.from} />],
          ['Until', manifest?.to && <Time at={manifest.to} />],
        ]}
      />
    </section>
  )
}
