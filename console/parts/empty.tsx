import type { ComponentChildren } from 'preact'

/** What a list shows while there is nothing in it: why, and what to do. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  )
}
