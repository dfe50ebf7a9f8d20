import { ask } from '../../api/client.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'

/** The service's settings, without secrets. */
export function Service() {
  const loaded = useLoaded((signal) => ask('GET /v1/settings', { signal }), [])
  return (
    <section class="card" aria-labelledby="service">
      <h3 id="service">How this service is set up</h3>
      <p class="quiet">Whoever runs the service can change it.</p>
      <details>
        <summary>Details</summary>
        <Awaited loaded={loaded}>
          {(settings) => (
            <dl class="tight facts">
              {Object.entries(settings).map(([name, value]) => (
                <div key={name}>
                  <dt>
                    <Breakable text={name} />
                  </dt>
                  <dd>{value === null ? 'not set' : String(value)}</dd>
                </div>
              ))}
            </dl>
          )}
        </Awaited>
      </details>
    </section>
  )
}
