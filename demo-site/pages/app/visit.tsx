import { type FormEvent, useState } from 'react'

const mornings = ['Mon 06:40', 'Tue 06:42', 'Wed 06:44', 'Thu 06:46', 'Fri 06:48']

/** The second route: a morning for the first flight. */
export function Visit() {
  const [morning, setMorning] = useState(mornings[1])
  const [isBooked, setBooked] = useState(false)
  const site = new URLSearchParams(location.search).get('site')
  const book = (event: FormEvent) => {
    event.preventDefault()
    setBooked(true)
  }
  return (
    <div id="visit">
      <div className="words">
        <h1>Choose a morning.</h1>
        <div className="who">
          <p>A pilot from near you brings the drone, a thermos and the forms.</p>
        </div>
      </div>
      <form onSubmit={book}>
        <fieldset>
          <legend>First light next week</legend>
          {mornings.map((choice) => (
            <label key={choice}>
              <input
                type="radio"
                name="morning"
                checked={choice === morning}
                onChange={() => setMorning(choice)}
              />
              <span>{choice}</span>
            </label>
          ))}
        </fieldset>
        <label className="field">
          <span>Site</span>
          <input name="site" defaultValue={site ?? ''} placeholder="Name or coordinates" required />
        </label>
        <label className="field">
          <span>E-mail</span>
          <input name="email" type="email" autoComplete="email" required />
        </label>
        <button className="button" type="submit" disabled={isBooked}>
          Book the flight
        </button>
        <p role="status">{isBooked ? `Booked: ${morning}. The pilot writes the evening before.` : ''}</p>
      </form>
    </div>
  )
}
