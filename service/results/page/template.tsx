/** @jsxImportSource preact */
import { useCallback } from 'preact/hooks'
import type { Api } from './api.ts'
import { Figures } from './figures.tsx'
import { Awaited, useLoaded } from './loading.tsx'

/** What a marketer asks first: does this template work? The sum over all its records. */
export function TemplateResults({ api, name }: { api: Api; name: string }) {
  const loaded = useLoaded(useCallback((signal: AbortSignal) => api.template(name, signal), [api, name]))
  return (
    <>
      <h1 tabIndex={-1}>{name}</h1>
      <p class="quiet">All records of this template together</p>
      <Awaited loaded={loaded}>{(results) => <Figures results={results} />}</Awaited>
    </>
  )
}
