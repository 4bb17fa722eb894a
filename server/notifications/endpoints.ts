import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { notificationsInput, readAllInput, readInput } from '#shared/calls/notifications.ts'
import { listNotifications, markRead } from './list.ts'

/** The endpoints for the notifications of the user of the session. */
export const notificationEndpoints: Endpoints = {
  'notifications/get': authenticatedEndpoint({
    about: 'What one was told of, the newest first, and how much of it is unread.',
    input: notificationsInput,
    transaction: false,
    run: (context, input) => listNotifications(context, input),
  }),
  'notifications/read': authenticatedEndpoint({
    about: 'Marks some of what one was told of as read, on all devices.',
    input: readInput,
    run: (context, input) => markRead(context, input),
  }),
  'notifications/readAll': authenticatedEndpoint({
    about: 'Marks everything as read that one was told of up to one of them.',
    input: readAllInput,
    run: (context, input) => markRead(context, input),
  }),
}
