import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
  useRouter,
} from '@tanstack/react-router'
import { hasLink, readPasswordStep } from '#web/account/auth/stepReferences.ts'
import { tidyNotifications } from '#web/account/notifications/notificationsUrl.ts'
import { isLanding, normalizeCaseParams, normalizeSearchParams } from '#web/library/search/searchUrl.ts'
import { normalizeLogParams } from '#web/library/searchLog/searchesUrl.ts'
import { failureOf } from '#web/platform/api/query.ts'
import { checkAccess, defaultPathOf, entryAt, listPaths } from '#web/platform/navigation/navigation.ts'
import { parseReturnPath, returnTo, routes } from '#web/platform/paths.ts'
import { currentSession } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { SectionSpinner } from '#web/ui/Spinner.tsx'
import { ErrorState } from '#web/ui/States.tsx'
import { Root } from './Root.tsx'

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
  // An invalid value must be set to undefined: a key that is left out would keep its raw value.
  validateSearch: (search: Record<string, unknown>): { back?: string | undefined } => ({
    back: parseReturnPath(search['back']),
  }),
  // A signed-in user continues to the page they asked for.
  beforeLoad: ({ search, location }) => {
    const back = search.back ?? parseReturnPath(location.state.back) ?? routes.home
    if (currentSession().at === 'signed-in') throw redirect({ href: back, replace: true })
  },
  component: lazyRouteComponent(() => import('#web/account/auth/LoginScreen.tsx'), 'LoginScreen'),
})

const register = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.register,
  beforeLoad: ({ location }) => guard(routes.register, location.href),
  component: lazyRouteComponent(() => import('#web/account/auth/RegisterScreen.tsx'), 'RegisterScreen'),
})

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.forgotPassword,
  // The link of an e-mail is opened for a signed-in user too: it may belong to another account.
  beforeLoad: ({ location }) => {
    if (!hasLink()) guard(routes.forgotPassword, location.href)
  },
  component: lazyRouteComponent(() => import('#web/account/auth/ForgotPasswordScreen.tsx'), 'ForgotPasswordScreen'),
})

const changePassword = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.changePassword,
  beforeLoad: () => {
    if (readPasswordStep() === undefined) throw redirect({ to: routes.root, replace: true })
  },
  component: lazyRouteComponent(() => import('#web/account/auth/ChangePasswordScreen.tsx'), 'ChangePasswordScreen'),
})

const emailLinkScreens = () => import('#web/account/auth/EmailLinkScreens.tsx')

const confirmEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.confirmEmail,
  component: lazyRouteComponent(emailLinkScreens, 'ConfirmEmailScreen'),
})

const revertEmail = createRoute({
  getParentRoute: () => rootRoute,
  path: routes.revertEmail,
  component: lazyRouteComponent(emailLinkScreens, 'RevertEmailScreen'),
})

/** Every page with the top bar. */
const shell = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('#web/app/layout/AppShell.tsx'), 'AppShell'),
})

const home = createRoute({
  getParentRoute: () => shell,
  path: routes.home,
  validateSearch: normalizeSearchParams,
  // Guests see the page before a search; the one whose session ended here goes to the log-in, as from every page.
  beforeLoad: ({ search, location }) => {
    const session = currentSession()
    if (session.at !== 'guest' || session.hasEnded || !isLanding(search)) guard(routes.home, location.href)
  },
  component: lazyRouteComponent(() => import('#web/library/search/SearchScreen.tsx'), 'SearchScreen'),
})

const caseViewer = createRoute({
  getParentRoute: () => shell,
  path: routes.case,
  validateSearch: normalizeCaseParams,
  beforeLoad: ({ location }) => guard(routes.case, location.href),
  component: lazyRouteComponent(() => import('#web/screens/CaseScreen.tsx'), 'CaseScreen'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: routes.account,
  beforeLoad: ({ location }) => guard(routes.account, location.href),
  component: lazyRouteComponent(() => import('#web/account/profile/AccountScreen.tsx'), 'AccountScreen'),
})

const searches = createRoute({
  getParentRoute: () => shell,
  path: routes.searches,
  validateSearch: normalizeLogParams,
  beforeLoad: ({ location }) => guard(routes.searches, location.href),
  component: lazyRouteComponent(() => import('#web/library/searchLog/SearchesScreen.tsx'), 'SearchesScreen'),
})

const notifications = createRoute({
  getParentRoute: () => shell,
  path: routes.notifications,
  validateSearch: tidyNotifications,
  beforeLoad: ({ location }) => guard(routes.notifications, location.href),
  component: lazyRouteComponent(
    () => import('#web/account/notifications/NotificationsScreen.tsx'),
    'NotificationsScreen',
  ),
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

const about = createRoute({
  getParentRoute: () => shell,
  path: routes.about,
  component: lazyRouteComponent(() => import('#web/screens/about/AboutScreen.tsx'), 'AboutScreen'),
})

/** The list of any resource; a path that the menu does not have is not found. */
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

const unknownPath = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: routes.notFound, replace: true })
  },
})

/** Redirects users who may not open the entry of this path: guests to the login, and back here afterwards. */
function guard(path: string, href: string) {
  const session = currentSession()
  const entry = entryAt(path, session)
  const access = entry ? checkAccess(session, entry) : 'allowed'
  if (access === 'sign-in-first') throw redirect({ to: routes.login, ...returnTo(href), replace: true })
  if (access !== 'allowed') throw redirect({ to: routes.root, replace: true })
}

/** The route tree. */
const tree = rootRoute.addChildren([
  rootPath,
  login,
  register,
  forgotPassword,
  changePassword,
  confirmEmail,
  revertEmail,
  shell.addChildren([home, caseViewer, account, searches, notifications, page, terms, about, list, aclList, notFound]),
  unknownPath,
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
    // Search parameters are plain strings: `?ref=abc`, never `?ref="abc"`.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
  })
}

function stringifySearch(search: Record<string, unknown>) {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
  )
  const text = new URLSearchParams(entries).toString()
  return text === '' ? '' : `?${text}`
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the log-in: the path to return to, where it is too long for the address. */
    back?: string
  }
  interface Register {
    router: ReturnType<typeof buildRouter>
  }
}

function RoutePending() {
  return <SectionSpinner label={useStrings().page.loading} />
}

/** Shown instead of a screen that threw an error or whose code could not be loaded. */
function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { errors, actions } = useStrings()
  const failure = failureOf(error)
  const retry = () => {
    // Code that could not be loaded, such as that of an earlier version, comes with the page alone: React keeps the failure.
    if (!failure && navigator.onLine) window.location.reload()
    reset()
    void router.invalidate()
  }
  return (
    <ErrorState
      title={errors.title}
      message={failure?.Message ?? errors.screen}
      retryLabel={actions.retry}
      onRetry={retry}
    />
  )
}
