/** Whether a class says what an element is for, in a word that authors usually keep. */
export function isTellingName(name: string): boolean {
  return name.split(/[-_]+|(?<=[a-z])(?=[A-Z])/).some((word) => words.has(word.toLowerCase()))
}

const words = new Set(
  `about action actions address announcement article author avatar banner benefits billing blog brand call caption cart
category checkout client clients contact content copy cover cta customer customers date description download email
event events excerpt faq feature features footer gallery head header heading headline hero image intro introduction
jumbotron landing lead logo main masthead media menu message meta navbar navigation newsletter offer phone picture plan
plans portfolio post price prices pricing product products promo question quote review reviews search section service
services showcase sidebar signup slogan social stats story strapline subheading subscribe subtitle summary tagline team
teaser testimonial testimonials text thumbnail title topic tour video welcome work`.split(/\s+/),
)
