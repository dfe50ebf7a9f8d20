import { useCallback, useState } from 'preact/hooks'
import { type Campaign, fileOf } from '../../api/campaigns.ts'
import type { Broken } from '../../api/today.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ListOfFaults } from '../../parts/faults.tsx'
import { count } from '../../parts/format.ts'
import { checkPageFaults } from '../../parts/page-faults.tsx'
import { useAction } from '../../parts/use-action.ts'

/**
 * The file of a campaign's links. The page is asked before: if it is broken, the file asks first, as that of a draft
 * does, since who gets such a link does not see their page yet.
 */
export function LinksFile({ campaign: { id, people, status, template } }: { campaign: Campaign }) {
  const [asked, setAsked] = useState<Broken[]>()
  const close = useCallback(() => setAsked(undefined), [])
  const download = useCallback(() => {
    Object.assign(document.createElement('a'), { href: fileOf(id, 'links'), download: '' }).click()
    close()
  }, [id, close])
  const look = useAction(
    useCallback(async () => {
      const faults = await checkPageFaults(template).catch(() => [])
      if (status === 'draft' || faults.some(isSerious)) setAsked(faults)
      else download()
    }, [template, status, download]),
  )

  return (
    <>
      <a
        class={status === 'draft' ? 'button' : 'button primary'}
        href={fileOf(id, 'links')}
        download
        aria-busy={look.isRunning}
        onClick={(event) => {
          event.preventDefault()
          look.run()
        }}
      >
        {look.isRunning ? 'Looking at the page…' : 'Download links'}
      </a>
      {asked && (
        <Dialog title={titleOf(status, asked)} onClose={close}>
          {asked.length > 0 && <ListOfFaults faults={asked} />}
          {status === 'draft' && (
            <p>
              {people === 1 ? 'The link shows' : `The links of ${count(people, 'person', 'people')} show`} the
              page as it is, and nothing is measured, until you open the campaign. They stay the same.
            </p>
          )}
          <div class="buttons">
            <button type="button" class="plain" onClick={close}>
              Cancel
            </button>
            <button type="button" class="primary" onClick={download}>
              {asked.some(isSerious) ? 'Download links all the same' : 'Download links'}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Whether people would not see their page. With an older tag they do, after a moment. */
function isSerious(fault: Broken): boolean {
  return fault.kind !== 'page' || fault.what !== 'older-tag'
}

function titleOf(status: Campaign['status'], faults: Broken[]): string {
  if (faults.some(isSerious)) return 'The page is not ready for these links'
  return status === 'draft' ? 'Download the links of a draft?' : 'Download the links?'
}
