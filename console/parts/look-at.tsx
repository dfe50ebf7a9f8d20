/** A link that opens a person’s page in a new tab, with the preview on it. It does not count as a visit. */
export function LookAt({ link }: { link: string }) {
  return (
    <a href={previewOf(link)} target="_blank" rel="noreferrer">
      Look<span class="visually-hidden"> at this page, in a new tab</span>
    </a>
  )
}

function previewOf(link: string): string {
  const url = new URL(link)
  url.searchParams.set('motif-preview', '')
  return url.href
}
