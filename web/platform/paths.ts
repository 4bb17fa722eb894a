/** Every address of the web. The router's table is made of `routes`; a link outside the router takes its address from `paths`. */
export const routes = {
  root: '/',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  changePassword: '/change-password',
  account: '/account',
  notifications: '/notifications',
  home: '/home',
  case: '/case',
  searches: '/searches',
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
  search: (q: string) => `${routes.home}?${new URLSearchParams({ q }).toString()}`,
  account: () => routes.account,
  /** The list of a resource, with one of its records opened over it. */
  record: (list: `/${string}`, id: number) => `${list}?view=${id}`,
  /** With a search, its words are marked in the text of the case, and its other results are beside it. */
  case: ({ ref, ...rest }: { ref: string } & Readonly<Record<string, string | number>>) =>
    `${routes.case}?${new URLSearchParams(textsOf({ ref, ...rest })).toString()}`,
} as const

const textsOf = (params: Record<string, string | number>) =>
  Object.entries(params).map(([name, value]): [string, string] => [name, String(value)])

/**
 * The address to come back to after signing in, when it is one of ours: a path, and nothing that a browser would read
 * as another site.
 */
export function readBack(text: unknown): string | undefined {
  return typeof text === 'string' && /^\/(?![/\\])[^\\\p{Cc}]{0,2000}$/u.test(text) && !text.startsWith(routes.login)
    ? text
    : undefined
}
