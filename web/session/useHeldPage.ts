import { useEffect } from 'react'
import { holdPage } from './session.ts'

/** For whatever is typed into: while it is there, the end of the session asks for a new one over the page. */
export const useHeldPage = () => useEffect(holdPage, [])
