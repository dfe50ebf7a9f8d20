import { type PointerEvent, useState } from 'react'
import { Link } from './router.tsx'

const letters = ['A', 'B', 'C', 'D', 'E', 'F']
const numbers = ['1', '2', '3', '4', '5']

const steps = [
  {
    name: 'Draw',
    text: 'Draw a line around your ground. We check the airspace and ask who has to be asked.',
  },
  { name: 'Fly', text: 'One drone, one pilot, forty minutes at first light, before anybody is at work.' },
  {
    name: 'Read',
    text: 'At noon the sheet is there: heights, volumes, and whatever moved since the last one.',
  },
]

/** The first route: what Hektar does, and a sheet of it. */
export function Overview() {
  return (
    <div id="overview">
      <div className="words">
        <p className="stamp">Surveys from the air</p>
        <h1>Your ground, to the nearest two centimetres.</h1>
        <div className="lead">
          <p>
            We fly your site at dawn. At noon you have the sheet: every height, every edge, everything that
            moved.
          </p>
        </div>
        <p className="actions">
          <Link to="/app/visit" className="button">
            Choose a morning
          </Link>
        </p>
      </div>
      <Sheet />
      <ol className="steps">
        {steps.map(({ name, text }) => (
          <li key={name}>
            <h2>{name}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The survey sheet in its margins; it reads out the place under the pointer. */
function Sheet() {
  const [place, setPlace] = useState({ east: 4120, north: 6850 })
  const read = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const east = 3800 + Math.round(((event.clientX - box.left) / box.width) * 600)
    const north = 7100 - Math.round(((event.clientY - box.top) / box.height) * 500)
    setPlace({ east, north })
  }
  return (
    <figure className="sheet" onPointerMove={read}>
      <div className="margin top" aria-hidden="true">
        {letters.map((letter) => (
          <span key={letter}>{letter}</span>
        ))}
      </div>
      <div className="margin side" aria-hidden="true">
        {numbers.map((number) => (
          <span key={number}>{number}</span>
        ))}
      </div>
      <img src="/app/img/anywhere.svg" alt="" width="1200" height="1000" />
      <figcaption>
        <span className="site">Sheet 0417</span>
        <output>
          E {place.east} N {place.north}
        </output>
        <span>1 : 2 500</span>
      </figcaption>
    </figure>
  )
}
