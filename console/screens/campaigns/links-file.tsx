import { useState } from 'preact/hooks'
import { type Campaign, fileOf } from '../../api/campaigns.ts'
import type { Broken } from '../../api/today.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { ListOfFaults } from '../../parts/faults.tsx'
import { count } from '../../parts/format.ts'
import { checkPageFaults } from '../../parts/page-faults.tsx'
import { type Action, useAction } from '../../parts/use-action.ts'

/** Downloads a file of a campaign. */
export function downloadFile(id: string, file: 'links' | 'results'): void {
  Object.assign(document.createElement('a'), { href: fileOf(id, file), download: '' }).click()
}

/**
 * Downloads a campaign's links. The page is asked before: if something is broken, the file asks first, as that of a draft does,
 * since who gets such a link does not see their page yet.
 */
export function useLinksFile({ id, people, status, template }: Campaign) {
  const [faults, setFaults] = useState<Broken[]>()
  const close = () => setFaults(undefined)
  const download = () => {
    downloadFile(id, 'links')
    close()
  }
  const look = useAction(async () => {
    const found = await checkPageFaults(template).catch(() => [])
    if (status === 'draft' || found.length > 0) setFaults(found)
    else download()
  })
  const isBroken = faults !== undefined && faults.length > 0
  const question = faults && (
    <Confirm
      title={isBroken ? 'The page is not ready for these links' : 'Download the links of a draft?'}
      yes={isBroken ? 'Download links all the same' : 'Download links'}
      isDangerous={false}
      action={{ ...look, run: download }}
      onClose={close}
    >
      {isBroken && <ListOfFaults faults={faults} />}
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
