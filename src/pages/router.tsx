import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import * as fixed from '@/pages/fixed-strings';
import * as strings from '@/pages/strings';
import { RootLayout } from './root-layout';
import { RouteError } from './route-error';

/** Pages that tell about the product; they make no call. */
const publicRoutes: RouteObject[] = [
  {
    path: '/',
    handle: {},
    lazy: async () => ({ Component: (await import('./landing/landing-with-chat')).LandingWithChat }),
  },
  {
    path: '/signup',
    handle: { title: strings.signupTitle },
    lazy: async () => ({ Component: (await import('./signup/signup.page')).SignupPage }),
  },
  {
    path: '/info',
    handle: { title: fixed.infoTitle },
    lazy: async () => ({ Component: (await import('./info/info.page')).InfoPage }),
  },
  {
    path: '/about-us',
    handle: { title: fixed.aboutUsTitle },
    lazy: async () => ({ Component: (await import('./about-us/about-us.page')).AboutUsPage }),
  },
  {
    path: '/careers',
    handle: { title: fixed.careersTitle },
    lazy: async () => ({ Component: (await import('./careers/careers.page')).CareersPage }),
  },
  {
    path: '/products',
    handle: { title: strings.productsTitle },
    lazy: async () => ({ Component: (await import('./products/products.page')).ProductsPage }),
  },
  {
    path: '/contact-us',
    handle: { title: fixed.contactUsTitle },
    lazy: async () => ({ Component: (await import('./contact-us/contact-us.page')).ContactUsPage }),
  },
  {
    path: '/terms-and-conditions',
    handle: { title: fixed.termsTitle },
    lazy: async () => ({
      Component: (await import('./terms-and-conditions/terms-and-conditions.page')).TermsAndConditionsPage,
    }),
  },
];

/** Pages that call the API. */
const apiRoutes: RouteObject[] = [
  {
    path: '/provider-signup',
    handle: { title: fixed.providerSignupTitle },
    lazy: async () => ({
      Component: (await import('./provider-signup/provider-signup.page')).ProviderSignupPage,
    }),
  },
  {
    path: '/patient-signup',
    handle: { title: fixed.patientSignupTitle },
    lazy: async () => ({
      Component: (await import('./patient-signup/patient-signup.page')).PatientSignupPage,
    }),
  },
  {
    path: '/login',
    handle: { title: fixed.loginTitle },
    lazy: async () => ({ Component: (await import('./login/login.page')).LoginPage }),
  },
  {
    path: '/forgot-password',
    handle: { title: fixed.forgotPasswordTitle },
    lazy: async () => ({
      Component: (await import('./forgot-password/forgot-password.page')).ForgotPasswordPage,
    }),
  },
  {
    path: '/reset-password/:token',
    handle: { title: fixed.resetPasswordTitle },
    lazy: async () => ({
      Component: (await import('./reset-password/reset-password.page')).ResetPasswordPage,
    }),
  },
  {
    path: '/dashboard',
    handle: { title: fixed.dashboardTitle },
    lazy: async () => ({ Component: (await import('./dashboard/dashboard.page')).DashboardPage }),
  },
  {
    path: '/payment-success',
    handle: { title: strings.paymentSuccessTitle },
    lazy: async () => ({
      Component: (await import('./payment-success/payment-success.page')).PaymentSuccessPage,
    }),
  },
  {
    path: '/payment-cancel',
    handle: { title: strings.paymentCancelTitle },
    lazy: async () => ({
      Component: (await import('./payment-cancel/payment-cancel.page')).PaymentCancelPage,
    }),
  },
  {
    path: '/confirm-address/:token',
    handle: { title: fixed.confirmAddressTitle },
    lazy: async () => ({
      Component: (await import('./confirm-address/confirm-address.page')).ConfirmAddressPage,
    }),
  },
];

/** Plain, because it comes with the entry and stands for a moment only. */
const codeOnItsWay = (
  <p role="status" className="py-16 text-center text-ink-2">
    {fixed.loading}
  </p>
);

/** Every route of SPEC §2. Each page is a chunk of its own; `handle.title` names the document. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: codeOnItsWay,
    children: [
      ...publicRoutes,
      {
        lazy: async () => ({ Component: (await import('./api-layout')).ApiLayout }),
        children: apiRoutes,
      },
      {
        path: '*',
        handle: { title: strings.notFoundTitle },
        lazy: async () => ({ Component: (await import('./not-found/not-found.page')).NotFoundPage }),
      },
    ],
  },
];

/** Where the build lives, such as `/` or `/sub`; a build under a subpath takes it from Vite. */
export const basename = import.meta.env.BASE_URL.replace(/\/$/, '') || '/';

/**
 * The router of the browser build.
 *
 * @param drawn whether the page stands there already: it is then not scrolled to its start, where whoever has begun to
 * read no longer is
 */
export const createRouter = (drawn: boolean) =>
  createBrowserRouter(routes, { basename, ...(drawn ? { hydrationData: {} } : {}) });
