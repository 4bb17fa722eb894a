import { createContext, useContext } from 'react'

/** The record that owns a file, with the version that the form loaded. */
export type Owner = {
  resource: string
  row: number
  version: number | undefined
  /** The server deleted the file of this field, which gave the record a new version. */
  onFileDeleted: (field: string, version: number) => void
}

const OwnerContext = createContext<Owner | undefined>(undefined)

/** The record that owns the files below; undefined while it is new. */
export const OwnerProvider = OwnerContext.Provider
export const useOwner = () => useContext(OwnerContext)
