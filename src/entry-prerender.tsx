import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { pageTitle } from '@/lib/brand';
import { type DemoAccount, setDemoAccounts } from '@/lib/mock-build';
import { Page } from '@/pages/app';
import { loadPage } from '@/pages/load-page';
import { basename, titleOf } from '@/pages/router';
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
 * @throws Error when rendering fails
 */
export async function prerenderPage(path: string): Promise<RenderedPage> {
  const location = `${basename === '/' ? '' : basename}${path}`;
  await loadPage(location);
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter basename={basename} location={location}>
        <Page />
      </StaticRouter>
    </StrictMode>,
    {
      // Above a certain size React would stream parts out of order and move them into place with an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error;
      },
    },
  );
  return { title: pageTitle(titleOf(path)), markup: await new Response(prelude).text() };
}
