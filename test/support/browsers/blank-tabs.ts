/** What becomes of a tab. */
interface Leavable {
  goto(url: 'about:blank'): Promise<unknown>
  close(): Promise<unknown>
}

/** Tabs that were left, kept for the next visits: opening one costs more than most pages in it. */
export class BlankTabs<Tab> {
  private readonly blank: Tab[] = []
  private readonly open: () => Promise<Tab>

  constructor(open: () => Promise<Tab>) {
    this.open = open
  }

  async take(reuses: boolean | undefined): Promise<Tab> {
    return (reuses && this.blank.pop()) || this.open()
  }

  /** A page that does not let itself be left takes its tab with it. */
  async leave(tab: Tab, page: Leavable, reuses: boolean | undefined): Promise<void> {
    const isLeft =
      reuses &&
      (await page.goto('about:blank').then(
        () => true,
        () => false,
      ))
    if (isLeft) this.blank.push(tab)
    else await page.close()
  }
}
