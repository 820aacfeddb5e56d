import type { Answer } from '../../client/types.ts'
import { draftOf, emptyDraft, forgetKey, keyOf } from '../drafts.ts'
import { formatRoute } from '../routing/route.ts'
import { useKept } from '../session/use-kept.ts'
import { Field } from '../ui/field.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { useCommand } from '../ui/use-command.ts'
import { type DetectionKindName, KIND_TITLES, SEVERITIES } from './detection.ts'
import { REPORT_FIELDS, reportOf } from './report.ts'
import { sendReport } from './send-report.ts'

const FORM = 'report a detection'

const KINDS = Object.entries(KIND_TITLES)
const LEVELS = [['', 'Not known'], ...SEVERITIES.map(name => [name, name] as const)] as const

type Reported = { kind: DetectionKindName; answer: Answer<'recordDarkwebLeaks'> }

/** Sent again after a lost answer, the same report has the same id: it is recorded once. */
export function ReportPage() {
  const draft = draftOf(FORM)
  const reported = useKept<Reported | null>('reported', null)
  const kind = (draft.value.kind || 'darkweb.leak_detected') as DetectionKindName
  const command = useCommand(async isThere => {
    reported.value = null
    const given = draft.peek()
    const report = reportOf(kind, given)
    const id = given.id?.trim() || `console_${keyOf(FORM, [kind, report])}`
    const answer = await sendReport(kind, { id, ...report })
    emptyDraft(FORM, given)
    if (isThere()) forgetKey(FORM, [kind, report])
    reported.value = { kind, answer }
  })
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['detections'] })}>All detections</a>
      </p>
      <h1>Report a detection</h1>
      <p>A report becomes an event, and notifies the user of all kinds but a blocked call.</p>
      <form onSubmit={command.start}>
        <fieldset>
          <legend>What was detected</legend>
          <Field form={FORM} name="kind" label="Kind" options={[['', 'Leak'], ...KINDS.slice(1)] as const} />
          {REPORT_FIELDS[kind].map(field => (
            <Field key={`${kind} ${field.name}`} form={FORM} {...field} />
          ))}
        </fieldset>
        <fieldset>
          <legend>Whom and when</legend>
          <Field
            form={FORM}
            name="user_id"
            label="User"
            hint="Empty: found by the e-mail address, if there is one."
            maxLength={128}
          />
          <Field form={FORM} name="severity" label="Severity" options={LEVELS} />
          <Field form={FORM} isTime name="detected_at" label="Detected (your time)" hint="Empty: now." />
          <Field form={FORM} name="id" label="Your id of it" hint="Empty: the console makes one." maxLength={128} />
        </fieldset>
        <FormEnd
          state={command.state}
          title="Report the detection"
          running="Reporting"
          unknown="Send the form again: the same report is recorded once."
        >
          <p role="status">{reported.value !== null && <Outcome {...reported.value} />}</p>
        </FormEnd>
      </form>
    </>
  )
}

function Outcome({ kind, answer: { recorded } }: Reported) {
  return (
    <>
      {recorded > 0 ? 'The detection is recorded. ' : 'This id was recorded before, with the same content. '}
      <a href={formatRoute({ path: ['detections'], query: { kind } })}>Detections of this kind</a>
    </>
  )
}
