import { onTestFinished } from 'vitest';
import { type App, createApp } from '@/app/app';

/** Creates an application beside the page's own, and stops it after the test: it shares the page's storage. */
export function otherApp(options?: Parameters<typeof createApp>[0]): App {
  const app = createApp(options);
  onTestFinished(() => app.stop());
  return app;
}
