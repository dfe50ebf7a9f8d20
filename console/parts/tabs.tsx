import { address, hrefOf } from '../address.ts'
import { searchInAddress } from './search.tsx'

interface TabsProps {
  label: string
  /** Titles by the name in the address. The first tab has no name in the address. */
  tabs: Readonly<Record<string, string>>
  /** Whether the search stays when the tab changes. Default: no. */
  keepsSearch?: boolean
}

/** The tab in the address; the first one if the address has none of these. */
export function tabInAddress<Tab extends string>(tabs: Readonly<Record<Tab, string>>): Tab {
  const word = address.value.query.get('tab') ?? ''
  return (Object.hasOwn(tabs, word) ? word : Object.keys(tabs)[0]) as Tab
}

/** Links between the parts of a screen; the address says which one is open, so Back works. */
export function Tabs({ label, tabs, keepsSearch = false }: TabsProps) {
  const { screen = 'today', of } = address.value
  const search = keepsSearch ? searchInAddress() : ''
  const open = tabInAddress(tabs)
  return (
    <nav class="tabs" aria-label={label}>
      {Object.entries(tabs).map(([tab, title], index) => (
        <a
          key={tab}
          href={hrefOf(screen, of, { tab: index === 0 ? '' : tab, search })}
          aria-current={tab === open ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}
