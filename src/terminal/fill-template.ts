import { readFileSync } from 'node:fs'

/**
 * A subset of Mustache (https://mustache.github.io/mustache.5.html), without escapes: `{{name}}` is a value, lines from
 * `{{#name}}` to `{{/name}}` are left out where it is false, a line `{{! … }}` explains the template. Throws for a name
 * without a value, where Mustache leaves it out: a firewall without its lines would let everything pass.
 */
export function fillTemplate(file: string | URL, values: Readonly<Record<string, string | number | boolean>>): string {
  const value = (name: string) => {
    if (values[name] === undefined) throw new Error(`the template ${file} has no value for ${name}`)
    return values[name]
  }
  const fill = (text: string): string =>
    text
      .replace(/^\{\{#(\w+)\}\}\n(.*?)^\{\{\/\1\}\}\n/gms, (_, name: string, lines: string) =>
        value(name) ? fill(lines) : '',
      )
      .replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(value(name)))
  return fill(readFileSync(file, 'utf8').replace(/^\{\{!.*\n/gm, ''))
}
