import styles from './FacetSkeletons.module.css'

/** Rows of each list that comes. */
const lists = [4, 6, 5]

/** The shape of the facets while they are on their way, so that the results do not move when they come. */
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
