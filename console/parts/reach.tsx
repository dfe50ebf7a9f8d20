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

/** A value of a list's column, which a press calls if it is a telephone number, and opens if it is an address. */
export function Reachable({ column, value }: { column: string; value: string }) {
  const href = phoneLink(column, value) ?? (/^https:\/\/\S+$/.test(value) ? value : undefined)
  const text = <Breakable text={value} />
  return href ? <a href={href}>{text}</a> : text
}
