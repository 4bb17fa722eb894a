import type { Resource } from '#shared/resource/resource.ts'
import type { Session } from '#web/platform/session/decisions.ts'
import { hasPermission } from '#web/platform/session/session.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import type { IconName } from '#web/ui/icons.tsx'

/**
 * The route table and the menu of the specification, as data: which entries are shown, who may open them, their layout
 * and their window title.
 */
export type Entry = CommonEntry & (NamedEntry | ResourceEntry)

type EntryKey = keyof Strings['entries']
type NamedEntry = { name: EntryKey; resource?: undefined; label?: undefined }
/** The list of a resource, named by its description where the menu strings have no name for it. */
type ResourceEntry = { name: string; resource: string; label?: Resource['label']['many'] }

type CommonEntry = {
  /** The window title, where it is not the name. */
  title?: EntryKey
  icon?: IconName
  path?: string
  /** `auth` needs a session, `guest` needs none; without it the entry is public. */
  middleware?: 'auth' | 'guest'
  permission?: string
  /** Only for users without this permission. */
  unpermission?: string
  hidden?: true
  /** The target of `/`, for users who may open it. */
  defaultRoute?: true
  /**
   * `main` has the side menu on a wide screen, `alternate` the menu at the top, `plain` the top bar only, `bare`
   * nothing.
   */
  layout?: Layout
  children?: readonly Entry[]
}

type Layout = 'main' | 'alternate' | 'plain' | 'bare'

const guest = { middleware: 'guest', hidden: true, layout: 'bare' } as const
const open = { hidden: true, layout: 'plain' } as const

/**
 * An entry whose path is the page key, readable with the read permission. A name is enough where the menu strings have
 * it: descriptions are loaded with the first page.
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
  { name: 'confirmEmail', path: '/confirm-email', hidden: true, layout: 'bare' },
  { name: 'revertEmail', path: '/revert-email', hidden: true, layout: 'bare' },
  { name: 'faq', path: '/dp/faq', ...open },
  { name: 'terms', path: '/dp/$page', ...open },
  { name: 'terms', path: '/terms', ...open },
  { name: 'about', path: '/about', ...open },
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
      { name: 'searches', icon: 'history', path: '/searches', middleware: 'auth', permission: 'view-searches' },
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

/** Panels of links under a button of the top bar, which is shown when there are any. */
export const megaMenu: readonly Entry[] = []

/** Whether this session may open the entry, and if not, why not. */
export function checkAccess(session: Session, { middleware, permission, unpermission }: Entry) {
  if (middleware === 'auth' && session.at !== 'signed-in') return 'sign-in-first'
  if (middleware === 'guest' && session.at === 'signed-in') return 'signed-in-already'
  if (permission !== undefined && !hasPermission(session, permission)) return 'not-allowed'
  if (unpermission !== undefined && hasPermission(session, unpermission)) return 'not-allowed'
  return 'allowed'
}

/** The menu of a session, without hidden entries, refused entries, entries without a screen, and empty groups. */
export function menuOf(session: Session, entries: readonly Entry[], builtPaths: ReadonlySet<string>): Entry[] {
  return entries.flatMap((entry) => {
    if (entry.hidden || checkAccess(session, entry) !== 'allowed') return []
    if (!entry.children) return entry.path !== undefined && builtPaths.has(entry.path) ? [entry] : []
    const children = menuOf(session, entry.children, builtPaths)
    return children.length > 0 ? [{ ...entry, children }] : []
  })
}

const flatten = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...(entry.children ? flatten(entry.children) : [])])

const allEntries = flatten(navigation)

/** The entry of a route; of several for one path, the one that this session may open. */
export function entryAt(path: string, session: Session): Entry | undefined {
  const entries = allEntries.filter((entry) => entry.path === path)
  return entries.find((entry) => checkAccess(session, entry) === 'allowed') ?? entries[0]
}

/** The path that `/` redirects to. */
export function defaultPathOf(session: Session): string {
  const entry = allEntries.find((candidate) => candidate.defaultRoute && checkAccess(session, candidate) === 'allowed')
  return entry?.path ?? '/login'
}

/** The paths of the lists: one screen serves every resource. */
export const listPaths: ReadonlySet<string> = new Set(
  allEntries.flatMap(({ resource, path }) => (resource !== undefined && path !== undefined ? [path] : [])),
)

/** The name of the resource whose list has this path. */
export const resourceAt = (path: string) => allEntries.find((entry) => entry.path === path)?.resource

/** The layout of an entry; by default, users who can read case files have the side menu. */
export function layoutOf(entry: Entry | undefined, session: Session): Layout {
  return entry?.layout ?? (hasPermission(session, 'read-caseFiles') ? 'main' : 'alternate')
}

export function titleOf(title: string | undefined, product: string) {
  return title === undefined || title === '' ? product : `${title} | ${product}`
}

type MenuParams = { layout: Layout; menu: readonly Entry[]; width: 'wide' | 'middle' | 'narrow' }

/** The placement of the menu. A menu with a single link is left out, except at the side. */
export function menuPlacement({ layout, menu, width }: MenuParams): 'side' | 'top' | 'drawer' | 'none' {
  if (layout === 'plain' || layout === 'bare' || menu.length === 0) return 'none'
  if (layout === 'main' && width === 'wide') return 'side'
  const links = menu.flatMap(({ children }) => children ?? [])
  if (links.length < 2) return 'none'
  return width === 'narrow' ? 'drawer' : 'top'
}

const unfinishedWork = new Set<() => boolean>()

/** Registers work of this tab, outside of forms: the user is asked before they leave the page or sign out while it is unfinished. */
export function registerWork(isUnfinished: () => boolean) {
  unfinishedWork.add(isUnfinished)
  window.addEventListener('beforeunload', (event) => {
    if (isUnfinished()) event.preventDefault()
  })
}

export const hasUnfinishedWork = () => Array.from(unfinishedWork, (isUnfinished) => isUnfinished()).some(Boolean)
