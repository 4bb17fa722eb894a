import { createContext, useContext } from 'react'
import type { Delta } from '#shared/delta/delta.ts'

/** The record that owns files and a text, with the version that the form loaded. */
export type Owner = {
  resource: string
  row: number
  version: number | undefined
  /** The stored values of its fields, by name. */
  stored: Readonly<Record<string, unknown>>
  /** The signed links of the pictures in its text, by file id. */
  pictures: Readonly<Record<string, string>>
  /** The server deleted the file of this field, which gave the record a new version. */
  onFileDeleted: (field: string, version: number) => void
  /** Saves the text of this field without the other fields of the form, and shows the result. False if that fails. */
  saveText: (field: string, text: Delta) => Promise<boolean>
}

const OwnerContext = createContext<Owner | undefined>(undefined)

/** The record that owns the fields below; undefined while it is new. */
export const OwnerProvider = OwnerContext.Provider
export const useOwner = () => useContext(OwnerContext)
