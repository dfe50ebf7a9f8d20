import { madePageOf } from '../api/campaigns.ts'

interface LookAtProps {
  link: string
  /** The record of the link. */
  content: string
  /** Whether the link shows this record now. If not, the page is shown as the service makes it. */
  isOpen: boolean
}

/** A link that opens a person’s page in a new tab, with the preview on it. It does not count as a visit. */
export function LookAt({ link, content, isOpen }: LookAtProps) {
  return (
    <a href={isOpen ? previewOf(link) : madePageOf(content)} target="_blank" rel="noreferrer">
      Look<span class="visually-hidden"> at this page, in a new tab</span>
    </a>
  )
}

function previewOf(link: string): string {
  const url = new URL(link)
  url.searchParams.set('motif-preview', '')
  return url.href
}
