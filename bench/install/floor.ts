import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** A page of React with nothing in it. */
createRoot(document.body).render(createElement('main', null, 'Hukum'))
