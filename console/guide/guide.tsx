import { render } from 'preact'
import { address, changeQuery } from '../address.ts'
import { sessionState } from '../api/session-state.ts'
import { Heading } from '../parts/heading.tsx'
import { type Scheme, schemes, showScheme } from './schemes.ts'
import { shownParts } from './shown-parts.tsx'

/**
 * The page `/console/parts`: each part in its states. It is made of the parts themselves, so that it cannot say something else. It
 * is for people who develop the console, and is not in the package.
 */
function Guide() {
  const inAddress = address.value.query.get('colours')
  const scheme = schemes.find((each) => each === inAddress) ?? 'device'
  showScheme(scheme)
  return (
    <main class="guide">
      <Heading text="Parts" />
      <Colours scheme={scheme} />
      {Object.entries(shownParts).map(([file, { what, states }]) => (
        <section key={file} aria-labelledby={`part-${file}`}>
          <h2 id={`part-${file}`}>{file}</h2>
          <p class="quiet">{what}</p>
          {Object.entries(states).map(([title, State]) => (
            <div key={title} class="shown">
              <p class="quiet">{title}</p>
              <div>
                {/* A plot takes its colours when it is drawn. */}
                <State key={scheme} />
              </div>
            </div>
          ))}
        </section>
      ))}
    </main>
  )
}

function Colours({ scheme }: { scheme: Scheme }) {
  return (
    <fieldset class="filters">
      <legend class="visually-hidden">Colours</legend>
      {schemes.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === scheme}
          onClick={() => changeQuery({ colours: each === 'device' ? '' : each }, { replace: true })}
        >
          {{ device: 'As the device', light: 'Light', dark: 'Dark' }[each]}
        </button>
      ))}
    </fieldset>
  )
}

// Parts are shown as to somebody who may do everything.
sessionState.value = {
  state: 'signed-in',
  session: { organization: 'acme', user: 'ada', role: 'admin' },
}
render(<Guide />, document.body)
