import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { readPasswordStep } from '#web/entrance/passwordStep.ts'
import { tidyNotifications } from '#web/notifications/notificationsUrl.ts'
import { tidyCase, tidySearch } from '#web/search/searchUrl.ts'
import { tidySearches } from '#web/searches/searchesUrl.ts'
import { currentSession } from '#web/session/session.ts'
import { admits, defaultPathOf, entryAt, listPaths } from '#web/shell/navigation.ts'
import { RouteError, RoutePending } from '#web/shell/RouteStates.tsx'
import { Root } from '#web/shell/Root.tsx'
import { readBack, routes } from './paths.ts'

const rootRoute = createRootRoute({ component: Root })

const rootPath = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.root,
  beforeLoad: () => {
    throw redirect({ to: defaultPathOf(currentSession()), replace: true })
  },
})

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.login,
  // What is not understood is said to be absent: what is only left out would come through as it was written.
  validateSearch: (search: Record<string, unknown>): { back?: string | undefined } => ({
    back: readBack(search['back']),
  }),
  // Once signed in, on to where the person wanted to go.
  beforeLoad: ({ search }) => {
    if (currentSession().at === 'signed-in') throw redirect({ href: search.back ?? routes.home, replace: true })
  },
  component: lazyRouteComponent(() => import('#web/entrance/LoginScreen.tsx'), 'LoginScreen'),
})

const register = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.register,
  beforeLoad: ({ location }) => guard(routes.register, location.href),
  component: lazyRouteComponent(() => import('#web/entrance/RegisterScreen.tsx'), 'RegisterScreen'),
})

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.forgotPassword,
  beforeLoad: ({ location }) => guard(routes.forgotPassword, location.href),
  component: lazyRouteComponent(() => import('#web/entrance/ForgotPasswordScreen.tsx'), 'ForgotPasswordScreen'),
})

const changePassword = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.changePassword,
  beforeLoad: ({ location }) => {
    guard(routes.changePassword, location.href)
    if (readPasswordStep() === undefined) throw redirect({ to: routes.root, replace: true })
  },
  component: lazyRouteComponent(() => import('#web/entrance/ChangePasswordScreen.tsx'), 'ChangePasswordScreen'),
})

/** Everything that has the top bar. */
const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('#web/shell/Shell.tsx'), 'Shell'),
})

const home = createRoute({
  getParentRoute: () => shell,
  path: routes.home,
  validateSearch: tidySearch,
  beforeLoad: ({ location }) => guard(routes.home, location.href),
  component: lazyRouteComponent(() => import('#web/search/SearchScreen.tsx'), 'SearchScreen'),
})

const caseViewer = createRoute({
  getParentRoute: () => shell,
  path: routes.case,
  validateSearch: tidyCase,
  beforeLoad: ({ location }) => guard(routes.case, location.href),
  component: lazyRouteComponent(() => import('#web/screens/CaseScreen.tsx'), 'CaseScreen'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: routes.account,
  beforeLoad: ({ location }) => guard(routes.account, location.href),
  component: lazyRouteComponent(() => import('#web/account/AccountScreen.tsx'), 'AccountScreen'),
})

const searches = createRoute({
  getParentRoute: () => shell,
  path: routes.searches,
  validateSearch: tidySearches,
  beforeLoad: ({ location }) => guard(routes.searches, location.href),
  component: lazyRouteComponent(() => import('#web/searches/SearchesScreen.tsx'), 'SearchesScreen'),
})

const notifications = createRoute({
  getParentRoute: () => shell,
  path: routes.notifications,
  validateSearch: tidyNotifications,
  beforeLoad: ({ location }) => guard(routes.notifications, location.href),
  component: lazyRouteComponent(() => import('#web/notifications/NotificationsScreen.tsx'), 'NotificationsScreen'),
})

const pageScreen = () => import('#web/screens/PageScreen.tsx')

const page = createRoute({
  getParentRoute: () => shell,
  path: routes.page,
  component: lazyRouteComponent(pageScreen, 'PageScreen'),
})

const terms = createRoute({
  getParentRoute: () => shell,
  path: routes.terms,
  component: lazyRouteComponent(pageScreen, 'TermsScreen'),
})

/** The list of any resource; an address that the menu does not know is none. */
const listRoute = {
  getParentRoute: () => shell,
  beforeLoad: ({ location: { pathname, href } }: { location: { pathname: string; href: string } }) => {
    if (!listPaths.has(pathname)) throw redirect({ to: routes.notFound, replace: true })
    guard(pathname, href)
  },
  component: lazyRouteComponent(() => import('#web/screens/ResourceScreen.tsx'), 'ResourceScreen'),
} as const

const list = createRoute({ ...listRoute, path: routes.list })
const aclList = createRoute({ ...listRoute, path: routes.aclList })

const notFound = createRoute({
  getParentRoute: () => shell,
  path: routes.notFound,
  component: lazyRouteComponent(() => import('#web/screens/NotFoundScreen.tsx'), 'NotFoundScreen'),
})

const anythingElse = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: routes.notFound, replace: true })
  },
})

/** Sends away whoever may not open the entry of this path: guests to the log-in, and back here after it. */
function guard(path: string, address: string) {
  const session = currentSession()
  const entry = entryAt(path, session)
  const admission = entry ? admits(session, entry) : 'welcome'
  if (admission === 'sign-in-first') throw redirect({ to: routes.login, search: backTo(address), replace: true })
  if (admission !== 'welcome') throw redirect({ to: routes.root, replace: true })
}

const backTo = (address: string) => {
  const back = address === routes.home ? undefined : readBack(address)
  return back === undefined ? {} : { back }
}

/** The whole table of routes. */
const tree = rootRoute.addChildren([
  rootPath,
  login,
  register,
  forgotPassword,
  changePassword,
  shell.addChildren([home, caseViewer, account, searches, notifications, page, terms, list, aclList, notFound]),
  anythingElse,
])

export function buildRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    ...(history && { history }),
    defaultPendingComponent: RoutePending,
    defaultErrorComponent: RouteError,
    defaultPendingMs: 200,
    defaultPendingMinMs: 200,
    defaultPreload: 'intent',
    scrollRestoration: true,
    // Addresses are written plainly: `?ref=abc`, never `?ref="abc"`.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: writeSearchText,
  })
}

function writeSearchText(search: Record<string, unknown>) {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
  )
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof buildRouter>
  }
}
