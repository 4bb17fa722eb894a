import styles from './Entrance.module.css'

/** The two strokes of the mark, carried on over the water. */
const strokes = Array.from({ length: 11 }, (_, index) => {
  const half = 70 + index * 62
  const y = 40 + index * 46
  return { path: `M${700 - half} ${y}q${half} ${26 + index * 12} ${half * 2} 0`, opacity: 0.5 - index * 0.038 }
})

export function Ripples() {
  return (
    <svg className={styles.ripples} viewBox="0 0 1400 640" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      {strokes.map(({ path, opacity }) => (
        <path key={path} d={path} opacity={opacity} />
      ))}
    </svg>
  )
}
