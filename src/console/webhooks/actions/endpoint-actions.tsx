import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useKept } from '../../session/use-kept.ts'
import type { EndpointActionProps, EndpointAnswer, RotatedAnswer } from '../endpoint.ts'
import { DeleteEndpointForm } from './delete-endpoint-form.tsx'
import { EditEndpointForm } from './edit-endpoint-form.tsx'
import { RecoveryForm } from './recovery-form.tsx'
import { RotateSecretForm } from './rotate-secret-form.tsx'
import { RotatedSecret } from './rotated-secret.tsx'
import { SwitchForm } from './switch-form.tsx'
import { TestEventForm } from './test-event-form.tsx'

type Action = {
  name: string
  title(endpoint: EndpointAnswer): string
  show(props: EndpointActionProps): ComponentChildren
}

const ACTIONS: readonly Action[] = [
  { name: 'test', title: () => 'Send a test event', show: props => <TestEventForm {...props} /> },
  { name: 'rotate', title: () => 'Rotate the secret', show: props => <RotateSecretForm {...props} /> },
  { name: 'recover', title: () => 'Recover or replay', show: props => <RecoveryForm {...props} /> },
  {
    name: 'switch',
    title: ({ status }) => (status === 'active' ? 'Disable the endpoint' : 'Enable the endpoint'),
    show: props => <SwitchForm {...props} />,
  },
  { name: 'edit', title: () => 'Change the endpoint', show: props => <EditEndpointForm {...props} /> },
  { name: 'delete', title: () => 'Delete the endpoint', show: props => <DeleteEndpointForm {...props} /> },
]

export function EndpointActions(props: Omit<EndpointActionProps, 'onRotated'>) {
  const chosen = useKept<string | null>('action', null)
  const rotated = useKept<RotatedAnswer | null>('rotated', null)
  const heading = useRef<HTMLHeadingElement>(null)
  const onRotated = (answer: RotatedAnswer) => {
    chosen.value = null
    rotated.value = answer
  }
  const onStored = () => {
    rotated.value = null
    // The button that had the focus is gone.
    heading.current?.focus()
    props.onDone()
  }
  return (
    <section aria-labelledby="actions-title">
      <h2 id="actions-title" ref={heading} tabIndex={-1}>
        Actions
      </h2>
      <div class="actions">
        {ACTIONS.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            aria-expanded={chosen.value === name}
            onClick={() => {
              chosen.value = chosen.value === name ? null : name
            }}
          >
            {title(props.endpoint)}
          </button>
        ))}
      </div>
      {ACTIONS.find(({ name }) => name === chosen.value)?.show({ ...props, onRotated })}
      {rotated.value !== null && <RotatedSecret of={rotated.value} onStored={onStored} />}
    </section>
  )
}
