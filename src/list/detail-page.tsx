export function DetailPage({ id }: { id: string }) {
  return <h1>{id}</h1>
}
