import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** A fenced block; `language` is '' where the fence names none. */
export type Block = { chapter: string; section: string; language: string; text: string }

export const contentOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** The README of the project and of each folder, by path. */
export const CHAPTERS: readonly string[] = globSync('**/README.md', {
  cwd: root,
  exclude: path => /(^|\/)(node_modules|data|dist)$/.test(path),
}).sort()

const FENCED = /^```(\w*)\n(.*?)^```$/gms

/** The text with its fenced blocks blanked out, so that lines and offsets stay the same. */
export function proseOf(markdown: string): string {
  return markdown.replace(FENCED, block => block.replace(/[^\n]/g, ' '))
}

/** All blocks of a chapter, in order, each with the nearest heading above it. */
export function blocksOf(chapter: string): Block[] {
  const content = contentOf(chapter)
  const prose = proseOf(content)
  return [...content.matchAll(FENCED)].map(({ 1: language = '', 2: text = '', index }) => {
    const headings = [...prose.slice(0, index).matchAll(/^#+ (.+)$/gm)]
    return { chapter, section: headings.at(-1)?.[1] ?? '', language, text }
  })
}

/** The only block of this language in a section. Throws where there are none, or several. */
export function chapterBlock(chapter: string, section: string, language: string): string {
  const found = blocksOf(chapter).filter(block => block.section === section && block.language === language)
  const [block] = found
  if (block === undefined || found.length > 1)
    throw new Error(`${chapter}, "${section}" has ${found.length} blocks of ${language}, not one`)
  return block.text
}
