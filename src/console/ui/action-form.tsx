import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { draftOf, type FormDraft } from '../drafts.ts'
import type { UnknownOutcome } from './command-problem.tsx'
import { FormEnd } from './form-end.tsx'
import { useCommand } from './use-command.ts'

type Props = {
  /** The name of its draft. */
  form: string
  title: string
  send(given: FormDraft): Promise<unknown>
  unknown: UnknownOutcome
  isPossible: boolean
  /** Also after a failure: another user may have been faster, or the answer was lost. */
  onSent?(): void
  /** Without it, the form stays and is empty. */
  onDone?(): void
  onDiscard?(): void
  children?: ComponentChildren
}

/**
 * The form of one action of a record. Its draft goes when the action was accepted, or is discarded. `send` gets all its
 * fields, also those that are in no draft.
 */
export function ActionForm({ form, title, send, unknown, isPossible, onSent, onDone, onDiscard, children }: Props) {
  const element = useRef<HTMLFormElement>(null)
  const draft = draftOf(form)
  const command = useCommand(async () => {
    try {
      await send({ ...fieldsOf(element.current), ...draft.peek() })
    } finally {
      onSent?.()
    }
    draft.value = {}
    onDone?.()
  })
  return (
    <form ref={element} class="action" onSubmit={command.start}>
      {children}
      <FormEnd
        {...{ state: command.state, title, isPossible, unknown }}
        onDiscard={() => {
          draft.value = {}
          onDiscard?.()
        }}
      />
    </form>
  )
}

/** Texts of the fields of a form. */
export function fieldsOf(form: HTMLFormElement | null): FormDraft {
  if (form === null) return {}
  return Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value)]))
}
