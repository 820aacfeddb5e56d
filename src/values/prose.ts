/** A paragraph that the source has on several lines. */
export function prose(...lines: string[]): string {
  return lines.join(' ')
}
