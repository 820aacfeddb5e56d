/** Texts of the operations of one group by operation id, from the file beside their routes; a list is of paragraphs. */
export function operationTexts<Id extends string>(
  tag: string,
  texts: Readonly<Record<Id, { summary: string; description: string[] }>>,
) {
  return (operationId: Id) => {
    const { summary, description } = texts[operationId]
    return { tags: [tag], operationId, summary, description: description.join('\n\n') }
  }
}
