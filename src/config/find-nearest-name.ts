/** Longer names may differ in two characters, shorter ones in one: HOST and PORT differ in two. */
const LONG = 8

export function findNearestName(given: string, known: readonly string[]): string | undefined {
  const near = known
    .map(name => ({ name, apart: distance(plain(given), plain(name)) }))
    .filter(({ name, apart: editDistance }) => editDistance <= (name.length < LONG ? 1 : 2))
  return near.sort((a, b) => a.apart - b.apart)[0]?.name
}

/** Case and separators are the first to be misremembered. */
function plain(name: string): string {
  return name.toUpperCase().replace(/[_-]/g, '')
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let previousRow = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, charA] of [...a].entries()) {
    const currentRow = [row + 1]
    for (const [column, charB] of [...b].entries())
      currentRow.push(
        Math.min(
          previousRow[column]! + (charA === charB ? 0 : 1),
          previousRow[column + 1]! + 1,
          currentRow[column]! + 1,
        ),
      )
    previousRow = currentRow
  }
  return previousRow.at(-1)!
}
