import { Field } from '../../ui/field.tsx'
import { OPERATION_TYPES, POLICY_DEFAULTS, POLICY_LEVELS, POLICY_RECOMMENDATIONS } from './policy-settings.ts'

export function PolicyFields({ form }: { form: string }) {
  const score = { form, inputMode: 'decimal', maxLength: 24 } as const
  return (
    <>
      <fieldset>
        <legend>Scores that raise an alert, from 0 to 1</legend>
        <Field {...score} name="default" label="Alert from the score" hint={`Empty: ${POLICY_DEFAULTS.alert}.`} />
        <Field {...score} name="escalation" label="Escalation from" hint={`Empty: ${POLICY_DEFAULTS.escalation}.`} />
        {OPERATION_TYPES.map(type => (
          <Field
            key={type}
            {...score}
            name={`operation ${type}`}
            label={`Alert of a ${type} from`}
            hint="Empty: as all others."
          />
        ))}
        <Field
          form={form}
          name="categories"
          label="Merchant categories"
          hint="One a line: the category, a space, the score. It overrides the scores above."
          lines={4}
        />
      </fieldset>
      <fieldset>
        <legend>Recommendations</legend>
        {POLICY_LEVELS.map(level => (
          <Field
            key={level}
            form={form}
            name={`level ${level}`}
            label={`At the level ${level}`}
            options={[
              ['', `${POLICY_DEFAULTS.recommendations[level]} (the default)`],
              ...POLICY_RECOMMENDATIONS.map(one => [one, one] as const),
            ]}
          />
        ))}
      </fieldset>
    </>
  )
}
