import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './hydrated-app.ts'
import type { Parts } from './landing.ts'

/** Runs in the page: hydrates what the server rendered. React reports differences as errors of the page. */
const root = document.querySelector('#root') as Element
const parts = JSON.parse(document.querySelector('#parts')?.textContent ?? '{}') as Parts
hydrateRoot(root, createElement(App, parts))
