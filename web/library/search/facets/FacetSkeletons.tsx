import styles from './FacetSkeletons.module.css'

/** The number of rows of each list. */
const lists = [4, 6, 5]

/** Placeholders of the facets while they load, to avoid layout shift. */
export function FacetSkeletons() {
  return (
    <div className={styles.lists} aria-hidden="true">
      {lists.map((rows) => (
        <div key={rows} className={styles.list}>
          {Array.from({ length: rows }, (_, row) => (
            <span key={row} className={styles.row} />
          ))}
        </div>
      ))}
    </div>
  )
}
