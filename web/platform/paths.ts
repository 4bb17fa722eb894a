import { limits } from '#shared/limits.ts'

/** Every path of the web. The router's table uses `routes`; links outside the router use `paths`. */
export const routes = {
  root: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  changePassword: '/change-password',
  confirmEmail: '/confirm-email',
  revertEmail: '/revert-email',
  account: '/account',
  notifications: '/notifications',
  home: '/home',
  case: '/case',
  searches: '/searches',
  terms: '/terms',
  about: '/about',
  page: '/dp/$page',
  notFound: '/404',
  /** The lists of the back office; the menu says which exist. */
  list: '/$list',
  aclList: '/acl/$list',
} as const

export const paths = {
  root: () => routes.root,
  home: () => routes.home,
  search: (q: string) => `${routes.home}?${new URLSearchParams({ q }).toString()}`,
  account: () => routes.account,
  /** The list of a resource with one record open. */
  record: (list: `/${string}`, id: number) => `${list}?view=${id}`,
  /** With a search, its terms are highlighted in the text and its other results can be stepped through. */
  case: ({ ref, ...rest }: { ref: string } & Readonly<Record<string, string | number>>) =>
    `${routes.case}?${new URLSearchParams(stringParams({ ref, ...rest })).toString()}`,
} as const

const stringParams = (params: Record<string, string | number>) =>
  Object.entries(params).map(([name, value]): [string, string] => [name, String(value)])

/** The letters of a passage in a search, each of them encoded, and the rest of the path. */
const maxPathLength = 6 * limits.search.passage_letters + 10_000

/**
 * Validates the path to return to after signing in: a path of this site, and nothing that a browser reads as another
 * site.
 */
export function parseReturnPath(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > maxPathLength || text.startsWith(routes.login)) return undefined
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) ? text : undefined
}

/** A path in the address is encoded once more: that of a search for a passage would be longer than the server reads. */
const maxBackInAddress = 2000

/** Where a guest continues after signing in: a parameter of the address, or for a long path of the history entry. */
export function returnTo(path: string): { search?: { back: string }; state?: { back: string } } {
  const back = path === routes.home ? undefined : parseReturnPath(path)
  if (back === undefined) return {}
  return back.length > maxBackInAddress ? { state: { back } } : { search: { back } }
}
