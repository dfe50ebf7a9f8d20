/** The page: the bar with its links, what Hektar does, and the title block. */
export function HektarPage() {
  return (
    <>
      <header className="bar">
        <a href="/app" className="brand">
          <img src="/app/mark.svg" width="28" height="28" alt="" />
          Hektar
        </a>
        <nav aria-label="Page">
          <a href="#overview">Survey</a>
          <a href="mailto:survey@hektar.example?subject=A flight" className="go">
            Book a flight
          </a>
        </nav>
      </header>
      <main>
        <Overview />
      </main>
      <footer className="block">
        <p>
          <small>Drawn by</small> Hektar Vermessung
        </p>
        <p>
          <small>Write to</small> <a href="mailto:survey@hektar.example">survey@hektar.example</a>
        </p>
      </footer>
    </>
  )
}

/** What Hektar does, and a sheet of it. */
function Overview() {
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
          <a href="mailto:survey@hektar.example?subject=A morning" className="button">
            Choose a morning
          </a>
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
