import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openJudge } from '../edge/in-chromium.ts'
import { judgeInChromium } from '../edge/judge-in-chromium.ts'
import { launchChromium } from '../support/browsers/chromium.ts'

const sizes = [1, 3, 17]
const launch = '<!doctype html><html><head><title>T</title>'
const legal = '<p>Intro</p><p>Price: 10</p><p>Legal notice</p>'

let browser: Browser
let judge: Awaited<ReturnType<typeof openJudge>>['judge']

beforeAll(async () => {
  browser = await launchChromium()
  judge = (await openJudge(browser)).judge
})
afterAll(() => browser.close())

test.each([
  [
    'a noscript behind the head',
    `${launch}</head><noscript>n</noscript><body>${legal}`,
    'body > p:nth-child(3)',
    0,
  ],
  [
    'a noscript behind the head, without a body’s tag',
    `${launch}</head><noscript>n</noscript>${legal}`,
    'body > p:nth-child(3)',
    2,
  ],
  ['a doctype in a text', '<!doctype html><p>A<!doctype html></p>', 'body > p', 0],
  [
    'a character reference before the body',
    `${launch}</head>&nbsp;<div>A</div><div>B</div>`,
    'body > div:nth-child(2)',
    0,
  ],
  [
    'a shadow root',
    `${launch}</head><nav><template shadowrootmode="open"><slot></slot></template><a href="/">Home</a><a href="/plans">Plans</a></nav>`,
    'nav > a:nth-child(2)',
    3,
  ],
  [
    'the shadow root of a custom element',
    `${launch}</head><site-nav><template shadowrootmode="open"><slot></slot></template><a href="/">Home</a><a href="/plans">Plans</a></site-nav>`,
    'site-nav > a',
    6,
  ],
  [
    'a second shadow root, and one of an unknown kind',
    `${launch}</head><nav><template shadowrootmode=open></template><template shadowrootmode=open></template><template shadowrootmode=x></template><a href="/">Home</a></nav>`,
    'nav > a:nth-child(3)',
    3,
  ],
  [
    'attributes of an SVG, which are compared with case',
    `${launch}</head><svg lang=de></svg><p>A</p><hr lang=de><p>B</p>`,
    '[lang="DE"] + p',
    2,
  ],
  ['formatting that ends too late', '<!doctype html><div><a href=/x>A</div><p>B</p>', 'div > a', 0],
])('%s: the elements are those of Chromium', async (_, html, selector, changed) => {
  const verdict = await judgeInChromium(judge, html, [selector], sizes)
  expect(verdict.faults).toEqual([])
  // Text and HTML each change an element, and a link its address too.
  expect(verdict.changed).toBe(changed)
})

/** Pages for sections of https://html.spec.whatwg.org/multipage/parsing.html */
test.each([
  '<table><tr><td>A<td class=b>B</table>',
  '<ul><li>A<li class=b>B<ul><li>C</ul></ul>',
  '<!-- -- > --><p>A',
  '<script><!--<script></script>--></script><p>A',
  '<p a=b/c=d e/><b\tf\n=\r"g>" h=\'i"\'>x</b></p>',
  '<p a="<h1>" b=<h2>>x</p ></h1>',
  '<script><!-- </script><p>x',
  '<!--><p>x</p><!---><p>y</p><!-- a --!><p>z',
  '<![CDATA[<p>]]>x<p>y</p><svg><![CDATA[<p>]]></svg><p>z',
  '<title>a</title><meta name=b><p>x</p><title>c</title>',
  '<html lang=a>\n<base><noscript><p>x</noscript>text<p>y',
  '<p>a<div>b</div><p>c<ul><li>d<li>e<ul><li>f</ul><li>g</ul>h</p>',
  '<dl><dt>a<dd>b<dt>c</dl><select><option>a<option>b<optgroup><option>c</select>',
  '<form><p>a<form>b</form></p></form><h1>a<h2>b</h2></h1><button>a<button>b',
  '<p><b>a<p>b</b></p>c',
  '<a>b<a>c</a></a><p>d',
  '<table><caption>a<col><tbody><td>b<table><td>c</table><td>d</table>',
  '<table>a<tr><td>b</table><p>c',
  '<p>a<table><td>b<p>c</table>d',
  '<table><colgroup><style></style><template></template><col></b><col></table><p>c',
  '<template><p>a<template><tr><td>b</template></p></template><p>c',
  '<svg><title><p>a</title></svg><p>b<svg/><p>c<svg><path/><g></g></svg><p>d',
  '<p>a</p><math><mi>b</mi></math><p>c',
])('what the edge changes in %s is what Chromium finds there, or it is left', async (html) => {
  const verdict = await judgeInChromium(judge, `<!doctype html>${html}`, ['*', 'body > *'], sizes)
  expect(verdict.faults).toEqual([])
})
