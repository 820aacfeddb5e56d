/** A chapter of the document's introduction, in Markdown. */
export type Section = { title: string; text: string }

export function renderSections(sections: readonly Section[]): string {
  return sections.map(({ title, text }) => `# ${title}\n\n${text}`).join('\n\n')
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
