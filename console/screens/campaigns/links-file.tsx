import { useCallback, useState } from 'preact/hooks'
import { type Campaign, fileOf } from '../../api/campaigns.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { count } from '../../parts/format.ts'
import { useAction } from '../../parts/use-action.ts'

/** The file of a campaign's links. That of a draft asks first: who gets such a link does not see their page yet. */
export function LinksFile({ campaign: { id, people, status } }: { campaign: Campaign }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const download = useAction(
    useCallback(async () => {
      const link = Object.assign(document.createElement('a'), { href: fileOf(id, 'links'), download: '' })
      link.click()
      setAsking(false)
    }, [id]),
  )

  function onClick(event: MouseEvent) {
    if (status !== 'draft') return
    event.preventDefault()
    setAsking(true)
  }

  return (
    <>
      <a
        class={status === 'draft' ? 'button' : 'button primary'}
        href={fileOf(id, 'links')}
        download
        onClick={onClick}
      >
        Download links
      </a>
      {isAsking && (
        <Confirm
          title="Download the links of a draft?"
          yes="Download links"
          isDangerous={false}
          action={download}
          onClose={close}
        >
          <p>
            {people === 1 ? 'The link shows' : `The links of ${count(people, 'person', 'people')} show`} the
            page as it is, and nothing is measured, until you open the campaign. They stay the same.
          </p>
        </Confirm>
      )}
    </>
  )
}
