/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { QrCode } from './qr-code.tsx'

/** The personalised link, to copy or to hold a phone to. */
export function LinkBox({ link }: { link: string }) {
  const [copied, setCopied] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied('Copied'),
      () => setCopied('The browser did not allow it: select the link and copy it.'),
    )
  return (
    <section class="link card" aria-labelledby="link-heading">
      <QrCode link={link} />
      <div>
        <h2 id="link-heading">Personalised link</h2>
        <p class="address">
          <a href={link} target="_blank" rel="noreferrer">
            {link}
          </a>
        </p>
        <button type="button" onClick={copy}>
          Copy link
        </button>
        <span role="status" class="quiet">
          {copied}
        </span>
        <p class="quiet">Opening it counts as a visit.</p>
      </div>
    </section>
  )
}
