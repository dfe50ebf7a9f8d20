/** A person's value as Liquid names it: `prospect.company`, `prospect.additional.plan`. */
const value = /\bprospect\.((?:additional\.)?[\p{L}_][\p{L}\p{N}_-]{0,63})/gu

/**
 * The values of a person that a template's text names, each once, in their order.
 *
 * @example
 * valuesIn('{{ prospect.company }}, {{ prospect.additional.plan }}') // ['company', 'additional.plan']
 */
export const valuesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(value)].map(([, name = '']) => name)),
]
