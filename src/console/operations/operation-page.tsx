import type { OperationName } from '../../client/types.ts'
import { api } from '../api.ts'
import { draftOf, type FormDraft, fillForm, forgetKey, keyOf, textsOf } from '../drafts.ts'
import { formatRoute } from '../routing/route.ts'
import { API_URL } from '../session/page-session.ts'
import { useKept } from '../session/use-kept.ts'
import { settings } from '../settings.ts'
import { Copyable } from '../ui/copyable.tsx'
import { curlCommandFor } from '../ui/curl-command.ts'
import { Field } from '../ui/field.tsx'
import { filterOptions } from '../ui/filter-form.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { useCommand } from '../ui/use-command.ts'
import type { ApiOperation } from './document.ts'
import { BODY, fieldOf, pathOf, type RequestInput, requestOf } from './request.ts'

type AnyCall = (input: RequestInput & { idempotencyKey?: string }) => Promise<unknown>

/** Outside of a sandbox only readings are sent: a command belongs to the page of its record. */
export function OperationPage({ operation }: { operation: ApiOperation }) {
  const { name, method, body, hasKey } = operation
  const form = `operation ${name}`
  const example = body === null ? {} : { [BODY]: JSON.stringify(body.example ?? {}, null, 2) }
  /** What was answered is nothing unsaved. */
  const answered = useKept<FormDraft>('answered', {})
  fillForm(form, { ...example, ...answered.value })
  const answer = useKept<{ is: unknown } | null>('answer', null)
  const command = useCommand(async () => {
    answer.value = null
    const texts = textsOf(form)
    const input = requestOf(operation, texts)
    const key = hasKey ? { idempotencyKey: keyOf(form, input) } : {}
    answer.value = { is: await (api[name as OperationName] as AnyCall)({ ...input, ...key }) }
    answered.value = texts
    if (hasKey) forgetKey(form)
  })
  const obstacle =
    operation.obstacle ??
    (method === 'GET' || settings.value?.environment === 'sandbox' ? null : 'Outside of a sandbox, GET alone is sent.')
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['api'] })}>All operations</a>
      </p>
      <h1>{operation.title}</h1>
      <p>
        <code>
          {method} {operation.path}
        </code>{' '}
        <a href={referenceOf(operation)}>Its entry in the reference</a>
      </p>
      {operation.description.split('\n\n').map(text => (
        <p key={text}>{withCode(text)}</p>
      ))}
      <form onSubmit={command.start}>
        {operation.parameters.map(parameter => (
          <Field
            key={fieldOf(parameter)}
            form={form}
            name={fieldOf(parameter)}
            label={parameter.name}
            {...(parameter.description === undefined ? {} : { hint: parameter.description })}
            isRequired={parameter.required === true}
            {...(parameter.schema.enum === undefined
              ? {}
              : { options: filterOptions('not given', parameter.schema.enum) })}
          />
        ))}
        {body !== null && isJson(body.type) && <Field form={form} name={BODY} label="Body (JSON)" lines={14} />}
        {obstacle === null ? (
          <FormEnd
            state={command.state}
            title="Send the request"
            running="Sending"
            onDiscard={() => {
              answered.value = {}
              draftOf(form).value = {}
            }}
            unknown={
              hasKey
                ? 'Send the request again: with the same content it is done once.'
                : 'Read what it changes before you send it again.'
            }
          />
        ) : (
          <p role="note">{obstacle} The command below sends it.</p>
        )}
      </form>
      <h2>Command</h2>
      <Copyable name="the curl command" text={commandOf(operation, textsOf(form))} />
      <div role="status">
        {answer.value !== null && (
          <>
            <h2>Answer</h2>
            <pre>{JSON.stringify(answer.value.is, null, 2)}</pre>
          </>
        )}
      </div>
    </>
  )
}

/** Names stand between backquotes. */
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))
const isJson = (type: string) => type === 'application/json'

/** The reference names its entries by section and operation. */
const referenceOf = ({ tag, name }: ApiOperation) => `docs#tag/${encodeURIComponent(tag)}/${name}`

function commandOf(operation: ApiOperation, given: FormDraft): string {
  const { method, body, hasKey } = operation
  const input = requestOf({ ...operation, body: null }, given)
  const sent = body === null ? undefined : { type: body.type, text: isJson(body.type) ? given[BODY]! : '@FILE' }
  const options = { method, body: sent, key: hasKey ? 'YOUR-KEY' : undefined }
  return curlCommandFor(API_URL, pathOf(operation, input), input.query, options)
}
