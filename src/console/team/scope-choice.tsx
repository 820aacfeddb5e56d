import { draftOf } from '../drafts.ts'
import type { ScopeName } from './roles.ts'

const PREFIX = 'scope '

/** Only scopes that the user has can be granted. */
export function ScopeChoice({ form, scopes }: { form: string; scopes: readonly ScopeName[] }) {
  const draft = draftOf(form)
  return (
    <fieldset>
      <legend>Scopes</legend>
      <div class="choices">
        {scopes.map(scope => (
          <label class="choice" key={scope}>
            <input
              type="checkbox"
              checked={draft.value[PREFIX + scope] === 'on'}
              onChange={({ currentTarget }) => {
                draft.value = { ...draft.value, [PREFIX + scope]: currentTarget.checked ? 'on' : '' }
              }}
            />{' '}
            {scope}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function chosenScopes(form: string, scopes: readonly ScopeName[]): ScopeName[] {
  const draft = draftOf(form).peek()
  return scopes.filter(scope => draft[PREFIX + scope] === 'on')
}

export function scopeDraft(scopes: readonly ScopeName[]): Record<string, string> {
  return Object.fromEntries(scopes.map(scope => [PREFIX + scope, 'on']))
}
