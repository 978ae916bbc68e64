import { matchRoutes, type RouteObject } from 'react-router-dom';
import * as strings from './strings';

type PageRoute = RouteObject & { handle?: { readonly title?: string } };

/** Marketing pages, which make no API calls. */
const publicRoutes: PageRoute[] = [
  {
    path: '/',
    handle: {},
    lazy: async () => ({ Component: (await import('@/pages/marketing/landing.page')).LandingWithChat }),
  },
  {
    path: '/signup',
    handle: { title: strings.signupTitle },
    lazy: async () => ({ Component: (await import('@/pages/account/signup.page')).SignupPage }),
  },
  {
    path: '/info',
    handle: { title: strings.infoTitle },
    lazy: async () => ({ Component: (await import('@/pages/marketing/info.page')).InfoPage }),
  },
  {
    path: '/about-us',
    handle: { title: strings.aboutUsTitle },
    lazy: async () => ({ Component: (await import('@/pages/marketing/about-us.page')).AboutUsPage }),
  },
  {
    path: '/careers',
    handle: { title: strings.careersTitle },
    lazy: async () => ({ Component: (await import('@/pages/marketing/careers.page')).CareersPage }),
  },
  {
    path: '/products',
    handle: { title: strings.productsTitle },
    lazy: async () => ({ Component: (await import('@/pages/marketing/heading-only.pages')).ProductsPage }),
  },
  {
    path: '/contact-us',
    handle: { title: strings.contactUsTitle },
    lazy: async () => ({ Component: (await import('@/pages/marketing/heading-only.pages')).ContactUsPage }),
  },
  {
    path: '/terms-and-conditions',
    handle: { title: strings.termsTitle },
    lazy: async () => ({
      Component: (await import('@/pages/marketing/heading-only.pages')).TermsAndConditionsPage,
    }),
  },
];

/** Pages that call the API. */
const apiRoutes: PageRoute[] = [
  {
    path: '/provider-signup',
    handle: { title: strings.providerSignupTitle },
    lazy: async () => ({
      Component: (await import('@/features/auth/sign-up-flow')).ProviderSignUp,
    }),
  },
  {
    path: '/patient-signup',
    handle: { title: strings.patientSignupTitle },
    lazy: async () => ({
      Component: (await import('@/features/auth/sign-up-flow')).PatientSignUp,
    }),
  },
  {
    path: '/login',
    handle: { title: strings.loginTitle },
    lazy: async () => ({ Component: (await import('@/pages/account/login.page')).LoginPage }),
  },
  {
    path: '/forgot-password',
    handle: { title: strings.forgotPasswordTitle },
    lazy: async () => ({
      Component: (await import('@/pages/account/forgot-password.page')).ForgotPasswordPage,
    }),
  },
  {
    path: '/reset-password/:token',
    handle: { title: strings.resetPasswordTitle },
    lazy: async () => ({
      Component: (await import('@/pages/account/reset-password.page')).ResetPasswordPage,
    }),
  },
  {
    path: '/dashboard',
    handle: { title: strings.dashboardTitle },
    lazy: async () => ({ Component: (await import('@/pages/dashboard/dashboard.page')).DashboardPage }),
  },
  {
    path: '/payment-success',
    handle: { title: strings.paymentSuccessTitle },
    lazy: async () => ({
      Component: (await import('./account/payment-success.page')).PaymentSuccessPage,
    }),
  },
  {
    path: '/payment-cancel',
    handle: { title: strings.paymentCancelTitle },
    lazy: async () => ({
      Component: (await import('@/features/billing/payment-return')).PaymentCancel,
    }),
  },
  {
    path: '/confirm-address/:token',
    handle: { title: strings.confirmAddressTitle },
    lazy: async () => ({
      Component: (await import('@/pages/account/confirm-address.page')).ConfirmAddressPage,
    }),
  },
];

/** Every route of §2. Each page is a separate chunk; `handle.title` is the document title. */
export const routes: PageRoute[] = [
  ...publicRoutes,
  {
    lazy: async () => ({ Component: (await import('@/pages/api-layout')).ApiLayout }),
    children: apiRoutes,
  },
  {
    path: '*',
    handle: { title: strings.notFoundTitle },
    lazy: async () => ({ Component: (await import('@/pages/not-found.page')).NotFoundPage }),
  },
];

/** The base path of the build without a trailing slash, such as `/sub`; `/` for the root. */
export const basename = import.meta.env.BASE_URL.replace(/\/$/, '') || '/';

/** The title of the page at a path below the base path. */
export const titleOf = (pathname: string): string | undefined =>
  matchRoutes(routes, pathname)?.at(-1)?.route.handle?.title;
