import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const ownStyles = "style-src 'self'"

const policyOf = (socketSources = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ownStyles,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${socketSources}`,
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    // The policies of web/richText/sanitizer.ts, of its sanitizer, and of the editor's clipboard.
    "require-trusted-types-for 'script'",
    'trusted-types hukum dompurify ProseMirrorClipboard',
  ].join('; ')

/** The features of the browser that the web uses. The others that browsers know are off. */
const usedFeatures = ['clipboard-write', 'fullscreen', 'publickey-credentials-create', 'publickey-credentials-get']
const unusedFeatures = [
  'accelerometer', 'autoplay', 'browsing-topics', 'camera', 'clipboard-read', 'compute-pressure', 'display-capture',
  'encrypted-media', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'identity-credentials-get', 'idle-detection',
  'keyboard-map', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'otp-credentials', 'payment',
  'picture-in-picture', 'screen-wake-lock', 'serial', 'storage-access', 'sync-xhr', 'usb', 'window-management',
  'xr-spatial-tracking',
] // prettier-ignore

/** The headers of every response, also of those that are sent without the application. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': [
    ...usedFeatures.map((feature) => `${feature}=(self)`),
    ...unusedFeatures.map((feature) => `${feature}=()`),
  ].join(', '),
  'content-security-policy': policyOf(),
}

/** HSTS: for a year, browsers open this host and what is below it by TLS only. */
const transportSecurity = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** The HSTS header of an installation whose public address is https. */
export const transportSecurityOf = (publicUrl: string | undefined) =>
  /^https:/i.test(publicUrl ?? '') ? transportSecurity : undefined

type Options = {
  /** The port of the sockets, when it differs from that of the web. */
  socketPort: number | undefined
  /** The origin of an external broadcaster. */
  externalOrigin: string | undefined
  /** The address that browsers use, when it is configured. */
  publicUrl: string | undefined
}

/**
 * Adds the headers of every response, also of errors. Nothing is cached but the files of the web, which say so. The content security policy
 * allows the origin of the sockets when it differs from that of the page. HSTS is sent where browsers use TLS: the
 * public address or a trusted proxy says so.
 */
export function secureHeaders({ socketPort, externalOrigin, publicUrl }: Options) {
  const socketSources = (hostname: string) => {
    if (externalOrigin !== undefined) return ` ${externalOrigin}`
    const host = `${hostname}:${socketPort}`
    return socketPort === undefined || !/^[\w.-]+:\d+$/.test(host) ? '' : ` ws://${host} wss://${host}`
  }
  const security = transportSecurityOf(publicUrl)
  return (request: FastifyRequest, reply: FastifyReply) => {
    const policy = policyOf(socketSources(request.hostname))
    reply.headers({ ...commonHeaders, ...security, 'content-security-policy': policy, 'cache-control': 'no-store' })
    if (request.protocol === 'https') reply.headers(transportSecurity)
  }
}

/** Allows the style elements with a nonce in this response, the page; returns the nonce. */
export function allowStyleNonce(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64')
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(ownStyles, `${ownStyles} 'nonce-${nonce}'`))
  return nonce
}
