import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { Loading } from '@/shared/ui/loading';
import { RootLayout } from './root-layout';
import { RouteError } from './route-error';

/**
 * Every route of SPEC §2. Each page is a chunk of its own. `handle.title` names the document; a page with a path
 * parameter that must not be sent to other sites sets nothing here: the Referrer-Policy header does that.
 */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <Loading />,
    children: [
      {
        path: '/',
        handle: {},
        lazy: async () => ({ Component: (await import('./landing/landing.page')).LandingPage }),
      },
      {
        path: '/signup',
        handle: { title: 'Sign up' },
        lazy: async () => ({ Component: (await import('./signup/signup.page')).SignupPage }),
      },
      {
        path: '/provider-signup',
        handle: { title: 'Register as Provider' },
        lazy: async () => ({
          Component: (await import('./provider-signup/provider-signup.page')).ProviderSignupPage,
        }),
      },
      {
        path: '/patient-signup',
        handle: { title: 'Register as Patient' },
        lazy: async () => ({
          Component: (await import('./patient-signup/patient-signup.page')).PatientSignupPage,
        }),
      },
      {
        path: '/login',
        handle: { title: 'Log In' },
        lazy: async () => ({ Component: (await import('./login/login.page')).LoginPage }),
      },
      {
        path: '/forgot-password',
        handle: { title: 'Forgot Password' },
        lazy: async () => ({
          Component: (await import('./forgot-password/forgot-password.page')).ForgotPasswordPage,
        }),
      },
      {
        path: '/reset-password/:token',
        handle: { title: 'Reset Password' },
        lazy: async () => ({
          Component: (await import('./reset-password/reset-password.page')).ResetPasswordPage,
        }),
      },
      {
        path: '/dashboard',
        handle: { title: 'Dashboard' },
        lazy: async () => ({ Component: (await import('./dashboard/dashboard.page')).DashboardPage }),
      },
      {
        path: '/payment-success',
        handle: { title: 'Payment' },
        lazy: async () => ({
          Component: (await import('./payment-success/payment-success.page')).PaymentSuccessPage,
        }),
      },
      {
        path: '/payment-cancel',
        handle: { title: 'Payment' },
        lazy: async () => ({
          Component: (await import('./payment-cancel/payment-cancel.page')).PaymentCancelPage,
        }),
      },
      {
        path: '/confirm-address/:token',
        handle: { title: 'Confirm Your Address' },
        lazy: async () => ({
          Component: (await import('./confirm-address/confirm-address.page')).ConfirmAddressPage,
        }),
      },
      {
        path: '/products',
        handle: { title: 'Products' },
        lazy: async () => ({ Component: (await import('./products/products.page')).ProductsPage }),
      },
      {
        path: '/contact-us',
        handle: { title: 'Contact Us' },
        lazy: async () => ({ Component: (await import('./contact-us/contact-us.page')).ContactUsPage }),
      },
      {
        path: '/terms-and-conditions',
        handle: { title: 'Terms & Conditions' },
        lazy: async () => ({
          Component: (await import('./terms-and-conditions/terms-and-conditions.page'))
            .TermsAndConditionsPage,
        }),
      },
      {
        path: '*',
        handle: { title: 'Page not found' },
        lazy: async () => ({ Component: (await import('./not-found/not-found.page')).NotFoundPage }),
      },
    ],
  },
];

/** The router of the browser build; a build under a subpath takes its base from Vite. */
export const createRouter = () =>
  createBrowserRouter(routes, { basename: import.meta.env.BASE_URL.replace(/\/$/, '') || '/' });
