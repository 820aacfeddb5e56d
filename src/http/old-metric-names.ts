/** A name that a metric had until the last version, and the name of its label then. */
type OldName = { name: string; labels?: Readonly<Record<string, string>> }

const ofSubscription = (name: string): OldName => ({ name, labels: { subscription: 'follower' } })

/** By today's name. The next version deletes this table. */
export const OLD_METRIC_NAMES: Readonly<Record<string, OldName>> = {
  http_request_duration_seconds: { name: 'http_request_seconds' },
  webhook_attempt_duration_seconds: { name: 'webhook_attempt_seconds' },
  push_send_duration_seconds: { name: 'push_send_seconds' },
  push_circuit_open: { name: 'push_network_shut' },
  push_token_rejections_high: { name: 'push_tokens_doubted' },
  refund_payment_timeouts_total: { name: 'refund_payment_silences_total' },
  refunds_overdue: { name: 'refunds_owed_late' },
  jobs_rescheduled_total: { name: 'watch_rearmed_total' },
  overdue_check_lagging: { name: 'watch_blind' },
  audit_verified_timestamp_seconds: { name: 'audit_proved_timestamp_seconds' },
  parked_events: ofSubscription('events_set_aside'),
  subscription_ok: ofSubscription('follower_ok'),
  subscription_failed: ofSubscription('follower_failed'),
  subscription_superseded: ofSubscription('follower_superseded'),
  subscription_lag_seconds: ofSubscription('follower_lag_seconds'),
  subscription_events: ofSubscription('follower_events'),
}

/**
 * Appends each renamed metric once more under its old name, so that dashboards and alerts work for one more version.
 * Text format of Prometheus: families are separated by an empty line and begin with `# HELP` and `# TYPE`.
 */
export function withOldNames(text: string): string {
  const old = text.split('\n\n').flatMap(family => {
    const name = /^# HELP (\S+)/.exec(family)?.[1]
    const before = name === undefined ? undefined : OLD_METRIC_NAMES[name]
    return name === undefined || before === undefined ? [] : [underOldName(family, name, before)]
  })
  return [text.trimEnd(), ...old].join('\n\n').concat('\n')
}

function underOldName(family: string, name: string, { name: oldName, labels = {} }: OldName): string {
  const lines = family.trimEnd().split('\n')
  return lines
    .map(line => {
      if (line.startsWith('# HELP')) return `# HELP ${oldName} Old name of ${name}; it ends with the next version`
      const renamed = line.replace(name, oldName)
      return Object.entries(labels).reduce(
        (text, [today, before]) => text.replace(`{${today}="`, `{${before}="`),
        renamed,
      )
    })
    .join('\n')
}
