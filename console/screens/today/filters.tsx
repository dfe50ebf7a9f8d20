import { changeQuery } from '../../address.ts'
import type { CallList } from '../../api/today.ts'
import { byName, SelectField } from '../../parts/field.tsx'
import { formatNumber } from '../../parts/format.ts'

/** Which people are listed, as the address says. */
export function Filters({ list, query }: { list: CallList; query: URLSearchParams }) {
  const { campaigns, owners, totals } = list
  return (
    <fieldset class="row filters">
      <legend class="visually-hidden">Which people</legend>
      <Choice name="by" label="Show" options={{ company: 'Companies' }} all="People" query={query} />
      {(campaigns.length > 0 || query.has('campaign')) && (
        <Choice
          name="campaign"
          label="Campaign"
          options={Object.fromEntries(campaigns.map(({ id, name }) => [id, name]))}
          all="All"
          other="Another one"
          query={query}
        />
      )}
      {(owners.length > 0 || query.has('owner')) && (
        <Choice name="owner" label="Owner" options={byName(owners)} all="All" query={query} />
      )}
      <Toggle name="goal" label="Goal" query={query} />
      <Toggle name="new" label="New" query={query} />
      {(totals.done > 0 || query.has('done')) && (
        <Toggle name="done" label={`Show done (${formatNumber(totals.done)})`} query={query} />
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  name: string
  label: string
  /** Titles by value. */
  options: Record<string, string>
  all: string
  /** What a value in the address is called that is none of these. Default: the value itself. */
  other?: string
  query: URLSearchParams
}

function Choice({ name, label, options, all, other, query }: ChoiceProps) {
  const chosen = query.get(name) ?? ''
  const titles: Record<string, string> = { '': all, ...options }
  return (
    <SelectField
      label={label}
      value={chosen}
      options={{ ...titles, [chosen]: titles[chosen] ?? other ?? chosen }}
      onChange={(value) => changeQuery({ [name]: value }, { replace: true })}
    />
  )
}

function Toggle({ name, label, query }: { name: string; label: string; query: URLSearchParams }) {
  const isOn = query.get(name) === '1'
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => changeQuery({ [name]: isOn ? '' : '1' }, { replace: true })}
    >
      {label}
    </button>
  )
}
