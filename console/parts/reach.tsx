import type { ComponentChildren } from 'preact'
import { Breakable } from './breakable.tsx'

/** A column of a list that has a telephone number: `phone`, `mobile_phone`, `Tel`. */
const phoneColumn = /(^|[\s_-])(tele)?phone([\s_-]|$)|^tel$|^mobile([\s_-]|$)/i
/** A number as people write it: `+49 (0)30 1234-56`. */
const phoneNumber = /^\+?[\d\s()./-]{5,30}$/

interface MailToProps {
  address: string
  title?: string
  /** What the link says instead of the address. */
  children?: ComponentChildren
}

/** An address that one can write to. */
export function MailTo({ address, title = '', children }: MailToProps) {
  const encoded = address.split('@').map(encodeURIComponent).join('@')
  return (
    <a href={`mailto:${encoded}`} title={title}>
      {children ?? <Breakable text={address} />}
    </a>
  )
}

/** A value of a list's column, which is called by a press where it is a telephone number. */
export function Reachable({ column, value }: { column: string; value: string }) {
  if (!phoneColumn.test(column) || !phoneNumber.test(value)) return <Breakable text={value} />
  return (
    <a href={`tel:${value.replace(/\(0\)|[^+\d]/g, '')}`}>
      <Breakable text={value} />
    </a>
  )
}
