import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { pageTitle } from '@/lib/brand';
import { type DemoAccount, setDemoAccounts } from '@/lib/mock-build';
import { titleIn } from '@/pages/root-layout';
import { basename, routes } from '@/pages/router';
import * as strings from '@/pages/strings';
import { Notice } from '@/ui/feedback/notice';

export { prerenderedPages } from '@/pages/strings';

/** A page to be written to an HTML file. */
interface RenderedPage {
  readonly title: string;
  /** The content of `#root`. */
  readonly markup: string;
}

/** The notice that `until-hydrated.ts` shows when the app can't be loaded. */
export const missingApp = renderToStaticMarkup(
  <div id="app-missing" hidden className="fixed inset-x-4 bottom-4 z-70 mx-auto max-w-xl">
    <Notice
      tone="error"
      title={strings.partNotLoaded}
      action={
        // biome-ignore lint/a11y/useValidAnchor: an empty href links to the current page, whatever its URL
        <a href="" className="self-start font-semibold underline underline-offset-4">
          {strings.reload}
        </a>
      }
    >
      {strings.checkLine}
    </Notice>
  </div>,
);

/** Lists accounts on the login page, as the app does in the browser. */
export const offerAccounts = (accounts: readonly DemoAccount[]) => setDemoAccounts(accounts);

/**
 * Renders a page without a browser; `scripts/build.ts` calls it in Node.
 *
 * @throws Error when no route matches the path, or when rendering fails
 */
export async function prerenderPage(path: string): Promise<RenderedPage> {
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
      // Above a certain size React would stream parts out of order and move them into place with an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  return {
    title: pageTitle(titleIn(context.matches.at(-1)?.route.handle)),
    markup: await new Response(prelude).text(),
  };
}
