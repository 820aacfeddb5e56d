import { readFileSync } from 'node:fs'

export function fillTemplate(file: string, values: Readonly<Record<string, string | number>>): string {
  return readFileSync(file, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${file} needs ${name}`)
    return String(value)
  })
}
