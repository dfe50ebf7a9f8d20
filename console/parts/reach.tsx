import type { ComponentChildren } from 'preact'
import { phoneLink } from '../../wire/phone.ts'
import { Breakable } from './breakable.tsx'

interface MailToProps {
  address: string
  title?: string
  children: ComponentChildren
}

/** A button that begins an e-mail to an address. */
export function MailTo({ address, title, children }: MailToProps) {
  const encoded = address.split('@').map(encodeURIComponent).join('@')
  return (
    <a class="button" href={`mailto:${encoded}`} title={title} aria-label={title}>
      {children}
    </a>
  )
}

/** A value of a list's column, which is called by a press where it is a telephone number. */
export function Reachable({ column, value }: { column: string; value: string }) {
  const href = phoneLink(column, value)
  const text = <Breakable text={value} />
  return href ? <a href={href}>{text}</a> : text
}
