import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { EndpointActionProps, EndpointAnswer, RotatedAnswer } from '../endpoint.ts'
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
]

export function EndpointActions(props: Omit<EndpointActionProps, 'onRotated'>) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [rotated, setRotated] = useState<RotatedAnswer | null>(null)
  const onRotated = (answer: RotatedAnswer) => {
    setChosen(null)
    setRotated(answer)
  }
  const onStored = () => {
    setRotated(null)
    props.onDone()
  }
  return (
    <section aria-labelledby="actions-title">
      <h2 id="actions-title">Actions</h2>
      <div class="actions">
        {ACTIONS.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            aria-expanded={chosen === name}
            onClick={() => setChosen(chosen === name ? null : name)}
          >
            {title(props.endpoint)}
          </button>
        ))}
      </div>
      {ACTIONS.find(({ name }) => name === chosen)?.show({ ...props, onRotated })}
      {rotated !== null && <RotatedSecret of={rotated} onStored={onStored} />}
    </section>
  )
}
