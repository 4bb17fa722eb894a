import type { MailStrings } from './strings.ts'

export const en: MailStrings = {
  product: 'Hukum',
  greeting: 'Dear {name},',
  greetingWithoutName: 'Hello,',
  linkCopyHint: 'If the button does not open, copy this address into your browser:',
  sentBy: 'Sent by {product}. Nobody reads answers to this address.',
  facts: {
    at: 'When',
    device: 'Device',
    address: 'Network address',
    roles: 'Your roles',
    until: 'Opens again',
    email: 'New e-mail address',
    change: 'What changed',
  },
  signInChanges: {
    'totp-added': 'An authenticator app was added',
    'totp-removed': 'The authenticator app was removed',
    'passkey-added': 'A passkey was added',
    'passkey-removed': 'A passkey was removed',
    'recovery-codes-renewed': 'New recovery codes were made; the former ones are void',
    'recovery-code-used': 'A recovery code was used to log in',
    'email-codes-allowed': 'Codes by e-mail are accepted again',
    'email-codes-refused': 'Codes by e-mail are no longer accepted',
    'token-created': 'A personal API token was created',
    'token-revoked': 'A personal API token was revoked',
    'factors-reset':
      'The staff removed your second step; you log in with your password alone, or with a code by e-mail',
    'factors-reverted':
      'Apps and passkeys added since the change of e-mail address were removed, and the recovery codes; codes by e-mail are accepted; an earlier app or passkey stays',
  },
  device: '{browser} on {system}',
  unknownDevice: 'Unknown',
  noRoles: 'None',
  emails: {
    'code-login': {
      subject: 'Your code to log in',
      lead: ['Enter this code to log in. It works once, for {minutes} minutes.'],
      advice:
        'Give this code to nobody. If you did not try to log in, somebody knows your password: please change it now.',
    },
    'code-register': {
      subject: 'Your code to register',
      lead: ['Enter this code to create your account. It works once, for {minutes} minutes.'],
      advice: 'Give this code to nobody. If you did not ask for it, ignore this letter: no account will be created.',
    },
    reset: {
      subject: 'Choose a new password',
      lead: ['Press the button to choose a new password. The link works once, for {minutes} minutes.'],
      button: 'Choose a new password',
      advice: 'If you did not ask for it, ignore this letter: your password stays as it is.',
    },
    'new-account': {
      subject: 'Welcome to {product}',
      lead: ['Your account has been created. You log in with this e-mail address and your password.'],
      button: 'Open {product}',
      advice:
        'If you did not create this account, choose a new password through “Forgot password?” and tell the staff.',
    },
    'already-registered': {
      subject: 'You already have an account',
      lead: [
        'Somebody tried to register with this e-mail address, which already has an account. You can log in.',
        'If you do not remember your password, choose a new one through “Forgot password?”.',
      ],
      button: 'Log in',
      advice: 'If it was not you, ignore this letter: nothing has changed.',
    },
    'password-changed': {
      subject: 'Your password was changed',
      lead: ['The password of your account was changed. Your other sessions and all API tokens have been ended.'],
      advice: 'If it was not you, choose a new password through “Forgot password?” now and tell the staff.',
    },
    'new-sign-in': {
      subject: 'New log-in to your account',
      lead: ['Your account was used to log in from a new device.'],
      advice: 'If it was not you, change your password now: that ends all other sessions.',
    },
    'session-ended': {
      subject: 'Your oldest session was ended',
      lead: [
        'At most {most} devices can be logged in to an account at a time. A new log-in has ended the oldest session.',
      ],
      advice: 'If it was not you who logged in, change your password now: that ends all other sessions.',
    },
    'sign-in-changed': {
      subject: 'How you log in was changed',
      lead: ['The security settings of your account were changed.'],
      advice: 'If it was not you, change your password now, remove what you do not know and tell the staff.',
    },
    'role-changed': {
      subject: 'Your roles were changed',
      lead: ['What you may do in {product} has changed.'],
      advice: 'If this surprises you, please ask the staff.',
    },
    locked: {
      subject: 'Your account is locked for a while',
      lead: ['A wrong password was entered too many times. Your account opens again by itself.'],
      advice:
        'If it was not you, somebody is trying to get in: your password has not been found. Choose a long one that you use nowhere else.',
    },
    'email-confirm': {
      subject: 'Confirm your new e-mail address',
      lead: [
        'The staff entered this e-mail address for your account. Press the button to log in with it from now on.',
        'The link works once, for {hours} hours. Until then you log in with your old address.',
      ],
      button: 'Confirm the address',
      advice: 'If you have no account here, ignore this letter: nothing changes.',
    },
    'email-change': {
      subject: 'Your e-mail address is about to change',
      lead: [
        'The staff entered another e-mail address for your account. It takes effect when it is confirmed there.',
        'If you do not want this, press the button to stop it. The link works once, for {hours} hours.',
      ],
      button: 'Stop the change',
      advice: 'If you asked for the change, ignore this letter.',
    },
    'email-changed': {
      subject: 'Your e-mail address was changed',
      lead: [
        'You log in to your account with another e-mail address now.',
        'If you do not want this, press the button to return to this address. All sessions of the account end, and you choose a new password. The link works once, for {hours} hours.',
      ],
      button: 'Return to this address',
      advice: 'If you asked for the change, ignore this letter.',
    },
    'first-password': {
      subject: 'Your password for the first log-in',
      lead: [
        'Log in with this e-mail address and the password below. You will be asked to choose a password of your own.',
        'It works until you have chosen one, for at most {hours} hours.',
      ],
      button: 'Log in',
      advice: 'Give this password to nobody, the staff included.',
    },
  },
}
