/** @jsxImportSource preact */
import { useCallback, useState } from 'preact/hooks'
import type { RecordSummary } from '../../model/results.ts'
import type { Api, Failure } from './api.ts'
import { Figures } from './figures.tsx'
import { formatDate } from './format.ts'
import { LinkBox } from './link-box.tsx'
import { Awaited, useLoaded } from './loading.tsx'
import { hrefOf } from './route.ts'

/** One content record: whom it is for, its link, its figures, its events as a file. */
export function ContentRecord({ api, id }: { api: Api; id: string }) {
  const loaded = useLoaded(useCallback((signal: AbortSignal) => api.content(id, signal), [api, id]))
  const name = loaded.state === 'there' ? loaded.value.record.prospect : 'Record'
  return (
    <>
      <div class="heading">
        <h1 tabIndex={-1}>{name}</h1>
        {loaded.state === 'there' && <Export api={api} id={id} />}
      </div>
      <Awaited loaded={loaded}>
        {({ record, results }) => (
          <>
            <About record={record} />
            {record.link && <LinkBox link={record.link} />}
            <Figures results={results} />
          </>
        )}
      </Awaited>
    </>
  )
}

function About({ record: { template, language, createdAt, status } }: { record: RecordSummary }) {
  return (
    <p class="quiet">
      <a href={hrefOf({ view: 'template', name: template })}>{template}</a> · {language} · made{' '}
      {formatDate(createdAt)}
      {status !== 'completed' && ` · ${status}`}
    </p>
  )
}

function Export({ api, id }: { api: Api; id: string }) {
  const [problem, setProblem] = useState('')
  const save = (format: 'csv' | 'ndjson') => () =>
    api.events(id, format).then(
      (file) => download(file, `events-${id}.${format}`),
      (failure: Failure) => setProblem(failure.message),
    )
  return (
    <div class="toolbar">
      <button type="button" class="plain" onClick={save('csv')}>
        Events as CSV
      </button>
      <button type="button" class="plain" onClick={save('ndjson')}>
        as NDJSON
      </button>
      <span role="alert">{problem}</span>
    </div>
  )
}

function download(file: Blob, name: string): void {
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // The browser has taken the address by the next task.
  setTimeout(() => URL.revokeObjectURL(href))
}
