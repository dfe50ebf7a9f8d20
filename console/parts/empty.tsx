import type { ComponentChildren } from 'preact'

/** What an empty list shows: why it is empty, and what to do. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}
