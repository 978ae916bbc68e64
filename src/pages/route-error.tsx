import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import * as strings from '@/pages/strings';
import { report } from '@/lib/report';
import { buttonClass } from '@/ui/form/button';
import { BrokenPage } from '@/ui/feedback/error-boundary';

/** A page whose code could not be loaded, most often because the connection broke or a new version went live. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => report('a route could not be loaded', { error: String(error) }), [error]);
  return (
    <main id="main" className="mx-auto max-w-xl px-5 py-24">
      <BrokenPage title={strings.notLoaded} onRetry={() => window.location.reload()}>
        <p>{strings.checkConnection}</p>
        <a href={import.meta.env.BASE_URL} className={buttonClass({ variant: 'link', className: 'mt-3' })}>
          {strings.toStart}
        </a>
      </BrokenPage>
    </main>
  );
}
