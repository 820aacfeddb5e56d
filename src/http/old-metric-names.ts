import NAMES from './old-metric-names.json' with { type: 'json' }

/** A name that a metric had until the last version, and the name of its label then. */
type OldName = { name: string; labels?: Readonly<Record<string, string>> }

/** By today's name. The next version deletes this table. */
export const OLD_METRIC_NAMES: Readonly<Record<string, OldName>> = NAMES

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
