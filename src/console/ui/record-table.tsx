import type { ComponentChildren } from 'preact'
import { Scrolling } from './scrolling.tsx'

export type Column<Row> = {
  title: string
  isNumber?: boolean
  /** What names the row, for those who hear the table. */
  isRowTitle?: boolean
  /** In place of the title: what works on all rows. */
  control?: ComponentChildren
  cell(row: Row): ComponentChildren
}

type Props<Row> = {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** A row keeps its elements, and with them the focus, when the list is read again. */
  idOf(row: Row): string
  isMarked?(row: Row): boolean
}

export function RecordTable<Row>({ label, rows, columns, idOf, isMarked = () => false }: Props<Row>) {
  return (
    <Scrolling label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, control }) =>
              control === undefined ? (
                <th key={title} scope="col" class={isNumber ? 'number' : undefined}>
                  {title}
                </th>
              ) : (
                <td key={title}>{control}</td>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={idOf(row)} class={isMarked(row) ? 'changed' : undefined}>
              {columns.map(({ title, isNumber, isRowTitle, cell }) =>
                isRowTitle ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} class={isNumber ? 'number' : undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
