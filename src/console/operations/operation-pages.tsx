import { useAnswer } from '../ui/use-answer.ts'
import { readOperations } from './document.ts'
import { isOpen } from './is-open.ts'
import { OperationPage } from './operation-page.tsx'
import { OperationsPage } from './operations-page.tsx'
import { ReadAgain } from './read-again.tsx'

export function OperationPages({ name }: { name: string | undefined }) {
  return name === undefined ? <OperationsPage /> : <NamedOperation key={name} name={name} />
}

function NamedOperation({ name }: { name: string }) {
  const { answer, error, isLoading, reload } = useAnswer(readOperations, [])
  const operation = answer?.find(one => one.name === name)
  if (operation !== undefined && isOpen(operation)) return <OperationPage operation={operation} />
  return (
    <>
      <h1>API</h1>
      <ReadAgain error={error} reload={reload} />
      <p role="status">
        {isLoading ? 'Loading' : error === null ? 'There is no such operation, or your role does not open it.' : ''}
      </p>
    </>
  )
}
