import { readFileSync } from 'node:fs'

export const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** The fenced blocks of a section of the README, in this language; '' are those without one. */
export function readmeBlocks(section: string, language: string): string[] {
  const [, text = ''] = README.split(`\n## ${section}\n`)
  const [own = ''] = text.split(/\n## /)
  return [...own.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, of]) => of === language)
    .map(([, , block = '']) => block)
}

/** The only one. */
export function readmeBlock(section: string, language: string): string {
  const [block, ...others] = readmeBlocks(section, language)
  if (block === undefined || others.length > 0)
    throw new Error(`"${section}" has ${others.length + (block === undefined ? 0 : 1)} blocks of ${language}, not one`)
  return block
}
