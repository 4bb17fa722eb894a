import { createContext, useContext } from 'react'

/** The record that a file stands in, with the version that the form knows of it. */
export type Owner = {
  resource: string
  row: number
  version: number | undefined
  /** The record has let go of the file of this field, and has another version now. */
  onGone: (field: string, version: number) => void
}

const OwnerContext = createContext<Owner | undefined>(undefined)

/** Files below stand in this record; undefined as long as there is none. */
export const OwnerProvider = OwnerContext.Provider
export const useOwner = () => useContext(OwnerContext)
