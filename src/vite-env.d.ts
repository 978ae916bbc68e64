/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_API_URL?: string;
  readonly VITE_CHAT_URL?: string;
  readonly VITE_GOOGLE_MAPS_API_KEY?: string;
  readonly VITE_STRIPE_PUBLISHABLE_KEY?: string;
  readonly VITE_READ_RETRIES?: string;
  readonly VITE_MOCK_VISITORS?: string;
  readonly VITE_CSP_REPORT_URL?: string;
  readonly VITE_SITE_URL?: string;
  readonly VITE_CONTACT_EMAIL?: string;
  readonly VITE_LINKEDIN_URL?: string;
  readonly VITE_INSTAGRAM_URL?: string;
  readonly VITE_FACEBOOK_URL?: string;
  readonly VITE_SUPPORT_FORM_URL?: string;
  readonly VITE_CAREERS_FORM_URL?: string;
}

/** True in the dev server with mocks, in the demo build and in tests; a literal `false` in a production build. */
declare const __MOCKS__: boolean;
