import { useState } from 'preact/hooks'
import { type Campaign, type CampaignPictures, fileOf } from '../../api/campaigns.ts'
import { ask } from '../../api/client.ts'
import type { Broken } from '../../api/today.ts'
import { Breakable } from '../../parts/breakable.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { ListOfFaults } from '../../parts/faults.tsx'
import { count } from '../../parts/format.ts'
import { checkPageFaults } from '../../parts/page-faults.tsx'
import { type Action, useAction } from '../../parts/use-action.ts'

/** Downloads a file of a campaign. */
export function downloadFile(id: string, file: 'links' | 'results'): void {
  Object.assign(document.createElement('a'), { href: fileOf(id, file), download: '' }).click()
}

/** What is wrong with what the links show. */
interface Found {
  faults: Broken[]
  pictures: CampaignPictures['broken']
}

/**
 * Downloads a campaign's links. The page and its pictures are asked before: if something is broken, the file asks first, as
 * that of a draft does, since who gets such a link does not see their page yet.
 */
export function useLinksFile({ id, people, status, template }: Campaign) {
  const [asked, setAsked] = useState<Found>()
  const close = () => setAsked(undefined)
  const download = () => {
    downloadFile(id, 'links')
    close()
  }
  const look = useAction(async () => {
    const [faults, { broken: pictures }] = await Promise.all([
      checkPageFaults(template).catch(() => []),
      ask('GET /v1/campaigns/:id/pictures', { params: { id } }).catch(() => ({ broken: [] })),
    ])
    if (status === 'draft' || isNotReady({ faults, pictures })) setAsked({ faults, pictures })
    else download()
  })
  const question = asked && (
    <Confirm
      title={titleOf(status, asked)}
      yes={isNotReady(asked) ? 'Download links all the same' : 'Download links'}
      isDangerous={false}
      action={{ ...look, run: download }}
      onClose={close}
    >
      {asked.faults.length > 0 && <ListOfFaults faults={asked.faults} />}
      {asked.pictures.length > 0 && <BrokenPictures pictures={asked.pictures} />}
      {status === 'draft' && (
        <p>
          {people === 1 ? 'The link shows' : `The links of ${count(people, 'person', 'people')} show`} the
          page as it is, and nothing is measured, until you open the campaign. They stay the same.
        </p>
      )}
    </Confirm>
  )
  return { ...look, question }
}

/** A link to the file of a campaign's links, which is looked at first. */
export function LinksFile({ id, file, className }: { id: string; file: Action<[]>; className: string }) {
  return (
    <a
      class={className}
      href={fileOf(id, 'links')}
      download
      aria-busy={file.isRunning}
      onClick={(event) => {
        event.preventDefault()
        file.run()
      }}
    >
      {file.isRunning ? 'Looking at the page…' : 'Download links'}
    </a>
  )
}

const mostPictures = 5

function BrokenPictures({ pictures }: Pick<Found, 'pictures'>) {
  const more = pictures.length - mostPictures
  return (
    <>
      <p>{pictures.length === 1 ? 'A picture does' : 'Some pictures do'} not load:</p>
      <ul>
        {pictures.slice(0, mostPictures).map(({ url, people }) => (
          <li key={url}>
            <Breakable text={url} />: {count(people, 'person', 'people')}
          </li>
        ))}
        {more > 0 && <li>and {count(more, 'more picture')}</li>}
      </ul>
    </>
  )
}

function isNotReady({ faults, pictures }: Found): boolean {
  return pictures.length > 0 || faults.length > 0
}

function titleOf(status: Campaign['status'], found: Found): string {
  if (isNotReady(found)) return 'The page is not ready for these links'
  return status === 'draft' ? 'Download the links of a draft?' : 'Download the links?'
}
