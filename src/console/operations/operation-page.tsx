import { useEffect, useLayoutEffect } from 'preact/hooks'
import type { OperationName } from '../../client/types.ts'
import { api } from '../api.ts'
import { draftOf, type FormDraft, fillForm, forgetKey, hasSameTexts, keyOf, textsOf } from '../drafts.ts'
import { formatRoute } from '../routing/route.ts'
import { API_URL } from '../session/page-session.ts'
import { useKept } from '../session/use-kept.ts'
import { knownSettings, settings } from '../settings.ts'
import { Copyable } from '../ui/copyable.tsx'
import { curlCommandFor } from '../ui/curl-command.ts'
import { Field } from '../ui/field.tsx'
import { filterOptions } from '../ui/filter-form.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { useCommand } from '../ui/use-command.ts'
import { WithCode } from '../ui/with-code.tsx'
import type { ApiOperation } from './operation.ts'
import { BODY, fieldOf, pathOf, type RequestInput, requestOf } from './request.ts'

type AnyCall = (input: RequestInput & { idempotencyKey?: string }) => Promise<unknown>

type Answered = { texts: FormDraft; is: unknown }

/** Outside of a sandbox only readings are sent: a command belongs to the page of its record. */
export function OperationPage({ operation }: { operation: ApiOperation }) {
  const { name, method, body, hasKey } = operation
  const form = `operation ${name}`
  const example = body === null ? {} : { [BODY]: JSON.stringify(body.example ?? {}, null, 2) }
  /** What was answered is nothing unsaved. */
  const sent = useKept<FormDraft>('sent', {})
  fillForm(form, { ...example, ...sent.value })
  /** Several, where one is late because its user had to sign in. */
  const answers = useKept<readonly Answered[]>('answers', [])
  const obstacle = operation.obstacle ?? obstacleHere(method)
  const command = useCommand(async isThere => {
    answers.value = []
    const texts = textsOf(form)
    const input = requestOf(operation, texts)
    const key = hasKey ? { idempotencyKey: keyOf(form, input) } : {}
    const is = await (api[name as OperationName] as AnyCall)({ ...input, ...key })
    if (hasKey && isThere()) forgetKey(form, input)
    answers.value = [...answers.value, { texts, is }]
    if (hasSameTexts(texts, textsOf(form))) sent.value = texts
  })
  useEffect(() => void knownSettings(), [])
  useLossWarning(method !== 'GET' && (command.state.is === 'running' || answers.value.some(hasSecret)))
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
        <p key={text}>
          <WithCode text={text} />
        </p>
      ))}
      <form
        onSubmit={event => {
          // A form without a button is submitted by Enter in its only field.
          event.preventDefault()
          if (obstacle === null) void command.start()
        }}
      >
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
              answers.value = []
              sent.value = {}
              draftOf(form).value = {}
            }}
            unknown={method === 'GET' ? () => null : hasKey ? REPEATABLE : NOT_REPEATABLE}
          />
        ) : (
          <p role="note">{obstacle} The command below sends it.</p>
        )}
      </form>
      <h2>Command</h2>
      <Copyable name="the curl command" text={commandOf(operation, textsOf(form))} />
      <div role="status">
        {answers.value.map(({ texts, is }, index) => (
          <section key={index}>
            <h2>{hasSameTexts(texts, textsOf(form)) ? 'Answer' : 'Answer to another request than the form has now'}</h2>
            {is === undefined ? <p>It has no content.</p> : <pre>{JSON.stringify(is, null, 2)}</pre>}
          </section>
        ))}
      </div>
    </>
  )
}

const REPEATABLE = 'Send the request again: with the same content it is done once.'
const NOT_REPEATABLE = 'Read what it changes before you send it again.'

function obstacleHere(method: string): string | null {
  if (method === 'GET' || settings.value?.environment === 'sandbox') return null
  if (settings.value === null) return 'It is not known whether this is a sandbox: outside of one, GET alone is sent.'
  return 'Outside of a sandbox, GET alone is sent.'
}

/** Asks before the page is left: an answer that comes then, or a secret that it shows, is not shown again. */
function useLossWarning(isNeeded: boolean): void {
  // Other effects end after the page has changed, and would hold up its user for a moment.
  useLayoutEffect(() => {
    if (!isNeeded) return
    const marker = draftOf('an answer that would be lost')
    marker.value = { is: 'needed' }
    return () => {
      marker.value = {}
    }
  }, [isNeeded])
}

const hasSecret = ({ is }: Answered) => /"(secret|password)":/.test(JSON.stringify(is) ?? '')

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
