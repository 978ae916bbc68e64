import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import * as fixed from '@/pages/fixed-strings';
import * as strings from '@/pages/strings';
import { RootLayout } from './root-layout';
import { RouteError } from './route-error';

// `then` instead of `await`, because it is shorter when bundled, and every visitor loads this file.

/** Pages that tell about the product; they make no call. */
const publicRoutes: RouteObject[] = [
  {
    path: '/',
    handle: {},
    lazy: () => import('./landing/landing-with-chat').then((file) => ({ Component: file.LandingWithChat })),
  },
  {
    path: '/signup',
    handle: { title: strings.signupTitle },
    lazy: () => import('./signup/signup.page').then((file) => ({ Component: file.SignupPage })),
  },
  {
    path: '/info',
    handle: { title: fixed.infoTitle },
    lazy: () => import('./info/info.page').then((file) => ({ Component: file.InfoPage })),
  },
  {
    path: '/about-us',
    handle: { title: fixed.aboutUsTitle },
    lazy: () => import('./about-us/about-us.page').then((file) => ({ Component: file.AboutUsPage })),
  },
  {
    path: '/careers',
    handle: { title: fixed.careersTitle },
    lazy: () => import('./careers/careers.page').then((file) => ({ Component: file.CareersPage })),
  },
  {
    path: '/products',
    handle: { title: strings.productsTitle },
    lazy: () => import('./products/products.page').then((file) => ({ Component: file.ProductsPage })),
  },
  {
    path: '/contact-us',
    handle: { title: fixed.contactUsTitle },
    lazy: () => import('./contact-us/contact-us.page').then((file) => ({ Component: file.ContactUsPage })),
  },
  {
    path: '/terms-and-conditions',
    handle: { title: fixed.termsTitle },
    lazy: () =>
      import('./terms-and-conditions/terms-and-conditions.page').then((file) => ({
        Component: file.TermsAndConditionsPage,
      })),
  },
];

/** Pages that call the API. */
const apiRoutes: RouteObject[] = [
  {
    path: '/provider-signup',
    handle: { title: fixed.providerSignupTitle },
    lazy: () =>
      import('./provider-signup/provider-signup.page').then((file) => ({
        Component: file.ProviderSignupPage,
      })),
  },
  {
    path: '/patient-signup',
    handle: { title: fixed.patientSignupTitle },
    lazy: () =>
      import('./patient-signup/patient-signup.page').then((file) => ({ Component: file.PatientSignupPage })),
  },
  {
    path: '/login',
    handle: { title: fixed.loginTitle },
    lazy: () => import('./login/login.page').then((file) => ({ Component: file.LoginPage })),
  },
  {
    path: '/forgot-password',
    handle: { title: fixed.forgotPasswordTitle },
    lazy: () =>
      import('./forgot-password/forgot-password.page').then((file) => ({
        Component: file.ForgotPasswordPage,
      })),
  },
  {
    path: '/reset-password/:token',
    handle: { title: fixed.resetPasswordTitle },
    lazy: () =>
      import('./reset-password/reset-password.page').then((file) => ({ Component: file.ResetPasswordPage })),
  },
  {
    path: '/dashboard',
    handle: { title: fixed.dashboardTitle },
    lazy: () => import('./dashboard/dashboard.page').then((file) => ({ Component: file.DashboardPage })),
  },
  {
    path: '/payment-success',
    handle: { title: strings.paymentSuccessTitle },
    lazy: () =>
      import('./payment-success/payment-success.page').then((file) => ({
        Component: file.PaymentSuccessPage,
      })),
  },
  {
    path: '/payment-cancel',
    handle: { title: strings.paymentCancelTitle },
    lazy: () =>
      import('./payment-cancel/payment-cancel.page').then((file) => ({ Component: file.PaymentCancelPage })),
  },
  {
    path: '/confirm-address/:token',
    handle: { title: fixed.confirmAddressTitle },
    lazy: () =>
      import('./confirm-address/confirm-address.page').then((file) => ({
        Component: file.ConfirmAddressPage,
      })),
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
        lazy: () => import('./api-layout').then((file) => ({ Component: file.ApiLayout })),
        children: apiRoutes,
      },
      {
        path: '*',
        handle: { title: strings.notFoundTitle },
        lazy: () => import('./not-found/not-found.page').then((file) => ({ Component: file.NotFoundPage })),
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
