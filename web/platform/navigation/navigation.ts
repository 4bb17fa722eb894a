import { holds } from '#web/session/session.ts'
import type { Resource } from '#shared/resource/resource.ts'
import type { Session } from '#web/session/decisions.ts'
import type { Strings } from '#web/strings/strings.ts'
import type { IconName } from '#web/ui/icons.tsx'

/**
 * The specification's table of routes and its menu, as data. Whether an entry is shown, who may open it, in which
 * layout it stands and what the window is called: all of it is asked here.
 */
export type Entry = Common & (Named | OfResource)

type Words = keyof Strings['entries']
type Named = { name: Words; resource?: undefined; label?: undefined }
/** The list of a resource: called as its description says, where the words of the menu do not say it. */
type OfResource = { name: string; resource: string; label?: Resource['label']['many'] }

type Common = {
  /** The title of the window, where it is not the name. */
  title?: Words
  icon?: IconName
  path?: string
  /** `auth` needs a session, `guest` the absence of one; without it anybody may come. */
  middleware?: 'auth' | 'guest'
  permission?: string
  /** For those only who lack it. */
  unpermission?: string
  hidden?: true
  /** Where `/` leads, for those who may open it. */
  defaultRoute?: true
  /** `main` has the side menu where it fits, `alternate` the menu at the top, `plain` the top bar alone, `bare` nothing. */
  layout?: Layout
  children?: readonly Entry[]
}

export type Layout = 'main' | 'alternate' | 'plain' | 'bare'

const guest = { middleware: 'guest', hidden: true, layout: 'bare' } as const
const open = { hidden: true, layout: 'plain' } as const

/**
 * An entry whose path is the page key and whose permission is to read it. A name is enough where the words of the menu
 * have it: a description is loaded with the first page.
 */
function list(of: string | Pick<Resource, 'name' | 'label'>, icon: IconName, path?: string): Entry {
  const name = typeof of === 'string' ? of : of.name
  return {
    name,
    icon,
    path: path ?? `/${name}`,
    middleware: 'auth',
    permission: `read-${name}`,
    resource: name,
    ...(typeof of === 'object' && { label: of.label.many }),
  }
}

export const navigation: readonly Entry[] = [
  { name: 'login', path: '/login', defaultRoute: true, ...guest },
  { name: 'register', path: '/register', ...guest },
  { name: 'forgotPassword', path: '/forgot-password', ...guest },
  { name: 'changePassword', path: '/change-password', ...guest },
  { name: 'faq', path: '/dp/faq', ...open },
  { name: 'terms', path: '/dp/$page', ...open },
  { name: 'terms', path: '/terms', ...open },
  { name: 'notFound', path: '/404', ...open },
  { name: 'account', path: '/account', middleware: 'auth', hidden: true },
  { name: 'notifications', path: '/notifications', middleware: 'auth', hidden: true },
  {
    name: 'cases',
    children: [
      ...(['permission', 'unpermission'] as const).map((side): Entry => ({
        name: 'home',
        icon: 'search',
        path: '/home',
        middleware: 'auth',
        [side]: 'read-caseFiles',
        defaultRoute: true,
        layout: side === 'permission' ? 'main' : 'alternate',
      })),
      { name: 'case', path: '/case', middleware: 'auth', hidden: true, layout: 'plain' },
      list('caseFiles', 'files'),
      list('phrases', 'book'),
      list('analysis', 'chart'),
      { name: 'searches', icon: 'search', path: '/searches', middleware: 'auth', permission: 'view-searches' },
    ],
  },
  {
    name: 'settings',
    children: [
      list('courts', 'court'),
      list('judges', 'gavel'),
      list('caseTypes', 'layers'),
      list('relationTypes', 'link'),
      list('caseStatuses', 'tag'),
      list('subscriptionConfigs', 'card'),
      list('dynamicPages', 'page'),
    ],
  },
  {
    name: 'access',
    children: [
      list('users', 'users', '/acl/users'),
      list('roles', 'shield', '/acl/roles'),
      list('permissions', 'key', '/acl/permissions'),
    ],
  },
]

/** Wide panels of links under a button of the top bar; the button is there when this holds something. */
export const megaMenu: readonly Entry[] = []

/** Whether this session may open the entry, and if not, why. */
export function admits(session: Session, { middleware, permission, unpermission }: Entry) {
  if (middleware === 'auth' && session.at !== 'signed-in') return 'sign-in-first'
  if (middleware === 'guest' && session.at === 'signed-in') return 'signed-in-already'
  if (permission !== undefined && !holds(session, permission)) return 'not-allowed'
  if (unpermission !== undefined && holds(session, unpermission)) return 'not-allowed'
  return 'welcome'
}

/**
 * The menu of a session: hidden entries, those it may not open and those whose screen is not built are left out, and so
 * are groups in which nothing is left.
 */
export function menuOf(session: Session, entries: readonly Entry[], built: ReadonlySet<string>): Entry[] {
  return entries.flatMap((entry) => {
    if (entry.hidden || admits(session, entry) !== 'welcome') return []
    if (!entry.children) return entry.path !== undefined && built.has(entry.path) ? [entry] : []
    const children = menuOf(session, entry.children, built)
    return children.length > 0 ? [{ ...entry, children }] : []
  })
}

const flat = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...(entry.children ? flat(entry.children) : [])])

const everyEntry = flat(navigation)

/** The entry of a route: of several for one path, the one that this session may open. */
export function entryAt(path: string, session: Session): Entry | undefined {
  const entries = everyEntry.filter((entry) => entry.path === path)
  return entries.find((entry) => admits(session, entry) === 'welcome') ?? entries[0]
}

/** Where `/` leads. */
export function defaultPathOf(session: Session): string {
  const entry = everyEntry.find((one) => one.defaultRoute && admits(session, one) === 'welcome')
  return entry?.path ?? '/login'
}

/** The addresses of the lists: their screen is built for every resource. */
export const listPaths: ReadonlySet<string> = new Set(
  everyEntry.flatMap(({ resource, path }) => (resource !== undefined && path !== undefined ? [path] : [])),
)

/** The name of the resource whose list stands at an address. */
export const listedAt = (path: string) => everyEntry.find((entry) => entry.path === path)?.resource

/** The layout in which an entry stands; where it says none, those who work on case files have the side menu. */
export function layoutOf(entry: Entry | undefined, session: Session): Layout {
  return entry?.layout ?? (holds(session, 'read-caseFiles') ? 'main' : 'alternate')
}

export function titleOf(title: string | undefined, product: string) {
  return title === undefined || title === '' ? product : `${title} | ${product}`
}
