/** Every address of the web. The router's table is made of `routes`; a link outside the router takes its address from `paths`. */
export const routes = {
  root: '/',
  login: '/login',
  home: '/home',
  case: '/case',
  terms: '/terms',
  page: '/dp/$page',
  notFound: '/404',
  /** The lists of the back office; which there are is said by the menu. */
  list: '/$list',
  aclList: '/acl/$list',
} as const

export const paths = {
  root: () => routes.root,
  home: () => routes.home,
  /** With `q`, what was searched is marked in the text of the case. */
  case: ({ ref, q }: { ref: string; q?: string }) =>
    `${routes.case}?${new URLSearchParams({ ref, ...(q && { q }) }).toString()}`,
} as const

/**
 * The address to come back to after signing in, when it is one of ours: a path, and nothing that a browser would read
 * as another site.
 */
export function readBack(text: unknown): string | undefined {
  return typeof text === 'string' && /^\/(?![/\\])[^\\\p{Cc}]{0,2000}$/u.test(text) && !text.startsWith(routes.login)
    ? text
    : undefined
}
