/** Joins the given class names, without false and undefined. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
