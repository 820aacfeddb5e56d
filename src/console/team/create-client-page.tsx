import { api } from '../api.ts'
import { draftOf } from '../drafts.ts'
import { go } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { Field } from '../ui/field.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { useCommand } from '../ui/use-command.ts'
import { TIERS, type TierName } from './client.ts'

const FORM = 'create a client'

export function CreateClientPage() {
  const draft = draftOf(FORM)
  const command = useCommand(async isThere => {
    const { name = '', tier, country = '' } = draft.peek()
    const { client_id } = await api.registerClient({
      body: {
        name: name.trim(),
        ...(tier ? { tier: tier as TierName } : {}),
        ...(country.trim() === '' ? {} : { country: country.trim().toUpperCase() }),
      },
    })
    draft.value = {}
    if (isThere()) go({ path: ['team', 'clients', client_id] })
  })
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['team', 'clients'] })}>All clients</a>
      </p>
      <h1>Create a client</h1>
      <form onSubmit={command.start}>
        <fieldset>
          <legend>An organisation that integrates the API</legend>
          <Field form={FORM} name="name" label="Name" isRequired maxLength={140} />
          <Field
            form={FORM}
            name="tier"
            label="Tier"
            hint="It decides how many requests are admitted."
            options={[['', 'B, the default'], ...TIERS.filter(tier => tier !== 'B').map(tier => [tier, tier] as const)]}
          />
          <Field
            form={FORM}
            name="country"
            label="Country"
            hint="Two letters, such as ES. Empty: unknown."
            maxLength={2}
          />
        </fieldset>
        <FormEnd
          state={command.state}
          title="Create the client"
          running="Creating"
          unknown="Look at the list of clients before you repeat this."
        />
      </form>
    </>
  )
}
