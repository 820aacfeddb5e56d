/** A chapter of the document's introduction: Markdown, below a heading that can be linked to. */
export type Section = { title: string; text: string }

/** Markdown of chapters, one after the other. */
export function renderSections(sections: readonly Section[]): string {
  return sections.map(({ title, text }) => `# ${title}\n\n${text}`).join('\n\n')
}

/** A Markdown table; a cell is one line. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
