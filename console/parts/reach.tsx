import type { ComponentChildren } from 'preact'
import { phoneLink } from '../../wire/phone.ts'
import { Breakable } from './breakable.tsx'

interface MailToProps {
  address: string
  title?: string
  className?: string
  /** What the link says instead of the address. */
  children?: ComponentChildren
}

/** An address that one can write to. */
export function MailTo({ address, title, className, children }: MailToProps) {
  const encoded = address.split('@').map(encodeURIComponent).join('@')
  return (
    <a class={className} href={`mailto:${encoded}`} title={title} aria-label={title}>
      {children ?? (
        <span>
          <Breakable text={address} />
        </span>
      )}
    </a>
  )
}

interface ReachableProps {
  column: string
  value: string
  className?: string
}

/** A value of a list's column, which is called by a press where it is a telephone number. */
export function Reachable({ column, value, className }: ReachableProps) {
  const href = phoneLink(column, value)
  const text = (
    <span>
      <Breakable text={value} />
    </span>
  )
  return href ? (
    <a class={className} href={href}>
      {text}
    </a>
  ) : (
    text
  )
}
