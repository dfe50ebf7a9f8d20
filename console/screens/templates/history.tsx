import { address, changeQuery } from '../../address.ts'
import { ask } from '../../api/client.ts'
import { readTemplate, type SavedVersion, type TemplateText } from '../../api/templates.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Table } from '../../parts/table.tsx'
import { Time } from '../../parts/time.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'
import { Difference } from './difference.tsx'

/** The versions of a template, with what each changed. */
export function History({ text }: { text: TemplateText }) {
  const { name, version } = text
  const loaded = useLoaded(
    (signal) => ask('GET /v1/templates/:name/versions', { params: { name }, signal }),
    [name],
    version,
  )
  return (
    <Awaited loaded={loaded}>
      {({ versions }) =>
        versions.length === 0 ? (
          <Empty title="No versions">
            <p>This template is a file of the service. Its first version here is made when you save it.</p>
          </Empty>
        ) : (
          <Versions name={name} versions={versions} />
        )
      }
    </Awaited>
  )
}

function Versions({ name, versions }: { name: string; versions: SavedVersion[] }) {
  const open = Number(address.value.query.get('version')) || undefined
  // The newest come first. Not every version is kept.
  const earlier = open && versions.find(({ version }) => version < open)?.version
  return (
    <>
      <Table
        caption="Versions"
        rows={versions}
        keyOf={({ version }) => version}
        columns={[
          {
            title: 'Version',
            cell: ({ version }) => (
              <button
                type="button"
                class="plain"
                aria-expanded={version === open}
                onClick={() => changeQuery({ version: version === open ? '' : String(version) })}
              >
                Version {version}
              </button>
            ),
          },
          { title: 'By', cell: ({ user }) => user },
          { title: 'Saved', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
      {open && <Changes key={open} name={name} version={open} earlier={earlier} />}
    </>
  )
}

interface ChangesProps {
  name: string
  version: number
  /** The last one before it that is kept; undefined if there is none. */
  earlier: number | undefined
}

function Changes({ name, version, earlier }: ChangesProps) {
  const loaded = useLoaded(
    async (signal) => {
      const [after, before] = await Promise.all([
        readTemplate(name, version, signal),
        earlier === undefined ? undefined : readTemplate(name, earlier, signal),
      ])
      return { before: before?.yaml ?? '', after: after.yaml }
    },
    [name, version, earlier],
  )
  return (
    <section class="card" aria-labelledby="changes">
      <h2 id="changes">
        What version {version} changed
        {earlier !== undefined && earlier < version - 1 && ` since version ${earlier}`}
      </h2>
      <Awaited loaded={loaded}>{(both) => <Difference {...both} />}</Awaited>
    </section>
  )
}
