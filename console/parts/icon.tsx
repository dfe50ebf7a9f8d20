import type { Screen } from '../address.ts'

/** Outlines on a 24 × 24 grid, drawn for this console. */
const paths: Record<Screen, string> = {
  today:
    'M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  campaigns: 'M4 6h16v12H4zM4 7l8 6 8-6',
  people:
    'M9 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM3 20c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5M16 5.2a3.5 3.5 0 0 1 0 5.6M18 15c1.9.8 3 2.6 3 5',
  templates: 'M4 4h16v16H4zM4 9h16M10 9v11',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
}

/** The picture of a screen, beside its name. */
export function Icon({ name }: { name: Screen }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
