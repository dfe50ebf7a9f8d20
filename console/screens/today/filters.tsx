import { changeQuery } from '../../address.ts'
import type { CallList } from '../../api/today.ts'
import { formatNumber } from '../../parts/format.ts'

/** Which people are listed, as the address says. */
export function Filters({ list, query }: { list: CallList; query: URLSearchParams }) {
  const { campaigns, owners, totals } = list
  return (
    <fieldset class="filters">
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
        <Choice
          name="owner"
          label="Owner"
          options={Object.fromEntries(owners.map((owner) => [owner, owner]))}
          all="All"
          query={query}
        />
      )}
      <Toggle name="goal" label="Goal" query={query} />
      <Toggle name="new" label="New" query={query} />
      <Toggle name="done" label={`Show done (${formatNumber(totals.done)})`} query={query} />
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
  return (
    <label>
      <span>{label}</span>
      <select
        value={chosen}
        onChange={({ currentTarget }) => changeQuery({ [name]: currentTarget.value }, { replace: true })}
      >
        <option value="">{all}</option>
        {Object.entries(options).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
        {chosen && !Object.hasOwn(options, chosen) && <option value={chosen}>{other ?? chosen}</option>}
      </select>
    </label>
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
