/** `control` of a campaign: the percentage of companies whose people see the page's own content. */
export const maxControl = 50

/** `control`: people whose links show the page's own content, so that the campaign's effect can be told. */
export const groups = ['personal', 'control'] as const

export type Group = (typeof groups)[number]
