import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { notificationsInput, readAllInput, readInput } from '#shared/calls/notifications.ts'
import { listNotifications, markRead } from './list.ts'

/** The endpoints for the notifications of the user of the session. */
export const notificationEndpoints: Endpoints = {
  'notifications/get': authenticatedEndpoint({
    about: 'The notifications of the user, newest first, and the number unread.',
    input: notificationsInput,
    rateLimits: ['list'],
    transaction: false,
    run: (context, input) => listNotifications(context, input),
  }),
  'notifications/read': authenticatedEndpoint({
    about: 'Marks notifications as read, on all devices.',
    input: readInput,
    run: (context, input) => markRead(context, input),
  }),
  'notifications/readAll': authenticatedEndpoint({
    about: 'Marks all notifications up to one of them as read.',
    input: readAllInput,
    run: (context, input) => markRead(context, input),
  }),
}
