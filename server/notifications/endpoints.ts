import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { notificationsInput, readAllInput, readInput } from '#shared/calls/notifications.ts'
import { listNotifications, markRead } from './list.ts'

/** What a person is told of; there is no door to anybody else's. */
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
    run: (context, which) => markRead(context, which),
  }),
  'notifications/readAll': authenticatedEndpoint({
    about: 'Marks everything as read that one was told of up to one of them.',
    input: readAllInput,
    run: (context, which) => markRead(context, which),
  }),
}
