import { useState } from 'react'
import { Link } from './router.tsx'

const rhythms = [
  { name: 'Once', flights: 1, factor: 1 },
  { name: 'Each month', flights: 12, factor: 0.62 },
  { name: 'Each week', flights: 52, factor: 0.41 },
]

/** What flights cost: a fixed part for the crew and one for the ground, less for those who come back. */
function priceOf(hectares: number, flights: number, factor: number): number {
  return Math.round(((390 + hectares * 9.5) * flights * factor) / 10) * 10
}

/** The second route: a price, before anybody has to ask for one. */
export function Estimate() {
  const [hectares, setHectares] = useState(60)
  const [rhythm, setRhythm] = useState(rhythms[1])
  const price = priceOf(hectares, rhythm?.flights ?? 1, rhythm?.factor ?? 1)
  return (
    <div id="estimate">
      <div className="words">
        <h1>A price before you ask for one.</h1>
        <div className="note">
          <p>Move the slider to the size of your ground. What you read is what you pay.</p>
        </div>
      </div>
      <div className="counter">
        <label>
          <span className="ground">Ground to survey</span>
          <b>{hectares} ha</b>
          <input
            type="range"
            min="5"
            max="400"
            step="5"
            value={hectares}
            onChange={(event) => setHectares(Number(event.target.value))}
          />
        </label>
        <fieldset>
          <legend>How often</legend>
          {rhythms.map((choice) => (
            <label key={choice.name}>
              <input
                type="radio"
                name="rhythm"
                checked={choice === rhythm}
                onChange={() => setRhythm(choice)}
              />
              <span>{choice.name}</span>
            </label>
          ))}
        </fieldset>
        <p className="price">
          <b>€{price.toLocaleString('en')}</b> a year,{' '}
          {rhythm?.flights === 1 ? 'one flight' : `${rhythm?.flights} flights`}
        </p>
        <Link to="/app/visit" className="button">
          Book the first flight
        </Link>
      </div>
    </div>
  )
}
