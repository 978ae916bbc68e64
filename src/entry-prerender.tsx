import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { pageTitle } from '@/lib/brand';
import { type DemoAccount, setDemoAccounts } from '@/lib/demo-accounts';
import { basename, routes } from '@/pages/router';
import * as strings from '@/pages/strings';
import { Notice } from '@/ui/feedback/notice';

export { prerenderedPages } from '@/pages/prerendered-pages';

/** A page as it is written into its file. */
interface DrawnPage {
  readonly title: string;
  /** What belongs into `#root`. */
  readonly markup: string;
}

/** What `before-app.ts` shows where a press needs the app and the app can't be loaded. */
export const missingApp = renderToStaticMarkup(
  <div id="app-missing" hidden className="fixed inset-x-4 bottom-4 z-70 mx-auto max-w-xl">
    <Notice
      tone="error"
      title={strings.partNotLoaded}
      action={
        // biome-ignore lint/a11y/useValidAnchor: the page's own address, whichever that is
        <a href="" className="self-start font-semibold underline underline-offset-4">
          {strings.reload}
        </a>
      }
    >
      {strings.checkLine}
    </Notice>
  </div>,
);

/** Has the login page offer accounts, as it will in the browser. */
export const offerAccounts = (accounts: readonly DemoAccount[]) => setDemoAccounts(accounts);

const handleTitle = (handle: unknown): string | undefined =>
  typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'string'
    ? handle.title
    : undefined;

/**
 * Draws a page without a browser; `scripts/build.ts` calls it in Node.
 *
 * @throws Error where the path leads to no page, or where drawing fails
 */
export async function prerenderPage(path: string): Promise<DrawnPage> {
  const { query, dataRoutes } = createStaticHandler(routes, { basename });
  const context = await query(new Request(`http://prerender.test${basename === '/' ? '' : basename}${path}`));
  if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouterProvider
        router={createStaticRouter(dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </StrictMode>,
    {
      // Beyond a size React would move parts to the end and put them in place by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  return {
    title: pageTitle(handleTitle(context.matches.at(-1)?.route.handle)),
    markup: await new Response(prelude).text(),
  };
}
