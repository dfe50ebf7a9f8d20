import { Link } from './router.tsx'

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
      <figure className="sheet">
        <img src="/app/img/anywhere.svg" alt="" width="1200" height="1000" />
        <figcaption>
          <span className="site">Sheet 0417</span>
          <span>1 : 2 500</span>
        </figcaption>
      </figure>
    </div>
  )
}
