/** A package that is shipped with the product. `text`: the index of its license in `texts`, if the package contains it. */
export type ShippedPackage = { name: string; version: string; license: string; text: number | undefined }

export type Shipped = { version: string; packages: readonly ShippedPackage[]; texts: readonly string[] }

/** What is shipped; the build replaces this module (`web/shippedPackages.ts`). */
export const shipped: Shipped = { version: '', packages: [], texts: [] }
