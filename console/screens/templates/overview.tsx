import { hrefOf } from '../../address.ts'
import { ask } from '../../api/client.ts'
import { checkPage, type ListedTemplate, type PageCheck, type TemplateText } from '../../api/templates.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { ListOfFaults } from '../../parts/faults.tsx'
import { nameOfLanguage } from '../../parts/languages.ts'
import { readPageFaults } from '../../parts/page-faults.tsx'
import { State } from '../../parts/state.tsx'
import { type Loaded, useLoaded } from '../../parts/use-loaded.ts'
import { ItemByItem } from './item-by-item.tsx'
import { Problems } from './problems.tsx'

interface OverviewProps {
  text: TemplateText
  listed: ListedTemplate | undefined
}

/** A template's page, whether it has the tag, and how its items fare there. */
export function Overview({ text: { name, source, version, problems }, listed }: OverviewProps) {
  const results = useLoaded(
    (signal) => ask('GET /results/template/:name', { params: { name }, signal }),
    [name],
  )
  const hasPage = listed?.page !== undefined
  const page = useLoaded(async (signal) => (hasPage ? checkPage(name, signal) : undefined), [name, hasPage])
  const faults = useLoaded(
    (signal) => readPageFaults(name, signal),
    [name],
    // What was just found is among them.
    page.state,
  )
  const found = faults.state === 'there' ? faults.value : []
  return (
    <>
      <Problems problems={problems} />
      <section class="card" aria-labelledby="about">
        <h2 id="about" class="visually-hidden">
          About
        </h2>
        <dl class="row">
          <div>
            <dt>Page</dt>
            <dd>
              {listed?.page ? (
                <a href={listed.page} target="_blank" rel="noreferrer">
                  <Breakable text={listed.page} />
                </a>
              ) : (
                'none: without one there are no links'
              )}{' '}
              {listed?.page && <PageState page={listed.page} loaded={page} />}
            </dd>
          </div>
          <div>
            <dt>Languages</dt>
            <dd>{listed?.languages.map(nameOfLanguage).join(', ') || '–'}</dd>
          </div>
          <div>
            <dt>Version</dt>
            <dd>{source === 'file' ? 'a file of the service' : version}</dd>
          </div>
          <div>
            <dt>Links</dt>
            <dd>
              <a href={hrefOf('people', undefined, { tab: 'links', template: name })}>
                everybody with a link
              </a>
            </dd>
          </div>
        </dl>
      </section>
      {hasPage && (
        <section class="card" aria-labelledby="fares">
          <h2 id="fares">Is it working?</h2>
          <Awaited loaded={results}>
            {({ report }) => (
              <Awaited loaded={page}>
                {(check) =>
                  check && (
                    <ItemByItem
                      name={name}
                      page={check.page}
                      language={listed.languages[0] ?? 'en'}
                      items={check.items}
                      reports={report}
                      isRead={check.problem === undefined}
                    >
                      {found.length > 0 && (
                        <div class="notice bad">
                          <ListOfFaults faults={found} />
                        </div>
                      )}
                    </ItemByItem>
                  )
                }
              </Awaited>
            )}
          </Awaited>
        </section>
      )}
    </>
  )
}

interface PageStateProps {
  page: string
  loaded: Loaded<PageCheck | undefined>
}

/** Whether the page has the tag. The service checks it. */
function PageState({ page, loaded }: PageStateProps) {
  if (loaded.state === 'loading') return <State>looking for the tag…</State>
  if (loaded.state === 'failed') return <State tone="odd">{loaded.failure.message}</State>
  if (!loaded.value) return null
  const { problem, hasTag } = loaded.value
  if (problem !== undefined) return <State tone="odd">{problem.replace(`${page} `, '')}</State>
  if (hasTag) return <State tone="good">has the tag</State>
  if (loaded.value.mayGetTag)
    return (
      <>
        <State>tag not known</State>{' '}
        <span class="quiet">
          Scripts of the page may add the tag that its HTML lacks: the first visit says whether they do.
        </span>
      </>
    )
  return <State tone="bad">no tag</State>
}
