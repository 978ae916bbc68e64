import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { readStored } from '@/lib/storage';
import { expectTyped, fillIn, findButton, openPage, press } from './page-actions';
import type { PageDriver, Stage } from './page-driver';
import { type Area, inPage, silent, toast, unanswered } from './rows';

const provider = { Email: 'provider@kitwell.test', Password: 'Provider1!' };
const newPassword = { 'New Password': 'Harbor2!new', 'Confirm Password': 'Harbor2!new' };
const loggedIn = 'Login successful';

async function logIn({ user }: Stage) {
  await fillIn(provider);
  await press(user, 'Log In');
}

const isAt = ({ router }: Stage, path: string) =>
  waitFor(() => expect(router.state.location.pathname).toBe(path));
const greeting = () => findButton(/^Hey, /);

const login: PageDriver = {
  open: async (server) => openPage(server, '/login'),
  call: logIn,
  inputStays: () => expectTyped(provider),
  async done(stage) {
    await isAt(stage, '/dashboard');
    await greeting();
  },
};

const verifyUser: PageDriver = {
  open: async (server) => openPage(server, '/login'),
  call: logIn,
  // If verification fails, the login page opens without a message.
  async inputStays(stage) {
    await isAt(stage, '/login');
    await screen.findByRole('link', { name: 'Retry' });
    expect(readStored('token')).not.toBeNull();
  },
  async done() {
    await greeting();
  },
  others: [loggedIn],
};

const logout: PageDriver = {
  open: async (server) => openPage(server, '/login'),
  async call(stage) {
    await logIn(stage);
    await stage.user.click(await greeting());
    await stage.user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  },
  inputStays: leftForGood,
  done: leftForGood,
  others: [loggedIn],
};

/** Logout always ends the session and clears its storage, regardless of the response. */
async function leftForGood(stage: Stage) {
  await isAt(stage, '/login');
  expect(readStored('token')).toBeNull();
  expect(localStorage).toHaveLength(0);
}

const forgotPassword: PageDriver = {
  open: async (server) => openPage(server, '/forgot-password'),
  async call({ user }) {
    await fillIn({ Email: provider.Email });
    await press(user, 'Send Reset Link');
  },
  inputStays: () => expectTyped({ Email: provider.Email }),
  done: () => expectTyped({ Email: provider.Email }),
};

const resetPassword: PageDriver = {
  async open(server) {
    await fetch(`${server.apiUrl}/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: provider.Email }),
    });
    const mail = await server.mail.waitFor({ to: provider.Email, kind: 'reset-password' });
    const stage = openPage(server, new URL(mail.link ?? '').pathname);
    await fillIn(newPassword);
    return stage;
  },
  call: ({ user }) => press(user, 'Reset Password'),
  inputStays: () => expectTyped(newPassword),
  async done() {
    await screen.findByRole('heading', { level: 1, name: 'You’re all set' });
  },
};

export const signIn = {
  'POST /auth/login': {
    auth: 'none',
    status: 200,
    sends: 'email password',
    toasts: 'top-right',
    rows: {
      ok: toast('Login successful'),
      '400': inPage('Invalid email or password'),
      '500': inPage('Server error. Please try again later'),
      'wrong-2xx': inPage('Server error. Please try again later'),
      malformed: inPage('Server error. Please try again later'),
      ...unanswered(inPage('Server error. Please try again later')),
    },
    driver: login,
  },
  'GET /auth/verify-user': {
    auth: 'auth',
    status: 200,
    sends: '',
    toasts: 'top-center',
    rows: {
      ok: silent,
      '400': silent,
      '401': silent,
      '500': silent,
      'wrong-2xx': silent,
      malformed: silent,
      network: silent,
      timeout: silent,
    },
    driver: verifyUser,
  },
  'POST /auth/logout': {
    auth: 'auth',
    status: 200,
    sends: '',
    toasts: 'top-right',
    rows: {
      ok: silent,
      '400': silent,
      '401': silent,
      '500': silent,
      'wrong-2xx': silent,
      ...unanswered(silent),
    },
    driver: logout,
  },
  'POST /auth/forgot-password': {
    auth: 'none',
    status: 200,
    sends: 'email',
    toasts: 'top-right',
    rows: {
      ok: toast('If the email is registered, a verification link has been sent!'),
      'ok.404': toast('If the email is registered, a verification link has been sent!'),
      '400': inPage('Server error, please try again later'),
      '500': inPage('Server error, please try again later'),
      'wrong-2xx': inPage('Server error, please try again later'),
      ...unanswered(inPage('An Error Occured, please try again later!')),
    },
    driver: forgotPassword,
  },
  'POST /auth/reset-password/{token}': {
    auth: 'none',
    status: 200,
    sends: 'password',
    toasts: 'top-right',
    rows: {
      ok: toast('Password updated successfully'),
      '400': inPage('Invalid or expired link'),
      '500': inPage('Server error, please try again later'),
      'wrong-2xx': inPage('Server error, please try again later'),
      ...unanswered(inPage('Server error, please try again later')),
    },
    driver: resetPassword,
  },
} satisfies Area;
