import { useState } from 'preact/hooks'
import type { ConnectedList } from '../../../service/connections/operations.ts'
import { ask } from '../../api/client.ts'
import { longListType } from '../../api/lists.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { TextField } from '../../parts/field.tsx'
import { count } from '../../parts/format.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useSettled } from '../../parts/use-settled.ts'
import type { ChosenList } from './list-preview.tsx'

/** Finds a list of contacts, which HubSpot calls a segment, by its name. HubSpot is asked once this is opened. */
export function FromHubspot({ onChoose }: { onChoose: (list: ChosenList) => void }) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const loaded = useLoaded(
    async (signal): Promise<ConnectedList[]> =>
      isOpen ? (await ask('GET /v1/connections/hubspot/lists', { query: { search }, signal })).lists : [],
    [isOpen, search],
  )
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>From HubSpot</summary>
      <TextField
        label="Search lists"
        help="The campaign reads the list again each hour: who joins gets a page, who leaves stays."
        value={typed}
        onInput={setTyped}
      />
      <Awaited loaded={loaded}>
        {(lists) => (
          <ul>
            {lists.map((list) => (
              <li key={list.id}>
                <button type="button" class="plain" onClick={() => onChoose(toChosen(list))}>
                  {list.name}
                </button>{' '}
                {list.size !== undefined && <span class="quiet">{count(list.size, 'contact')}</span>}
              </li>
            ))}
            {lists.length === 0 && <li class="quiet">HubSpot has no such list of contacts.</li>}
          </ul>
        )}
      </Awaited>
    </details>
  )
}

/** More take HubSpot seconds. */
const mostAtOnce = 500

/** The service reads the list that this names. */
function toChosen({ id, name, size = 0 }: ConnectedList): ChosenList {
  const type = size > mostAtOnce ? longListType : ''
  const content = new Blob([JSON.stringify({ hubspot: { list: id } })], { type })
  return { name: `${name}, from HubSpot`, content, corrections: {} }
}
