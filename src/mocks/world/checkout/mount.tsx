import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { browserData, pageUrl } from '@/mocks/hosts/browser-data';
import { openData } from '@/mocks/hosts/mock-backend';
import { type CheckoutOutcome, findCheckout, returnPath, settleCheckout } from './checkout';
import { CheckoutPage } from './checkout-page';

/** Renders the hosted checkout after an element of the page, on the data that all tabs share. */
export function mountCheckout(beside: Element | null): void {
  const db = openData(browserData());
  const id = new URLSearchParams(location.search).get('session_id') ?? '';
  const find = () => findCheckout(db, id);
  const settle = async (outcome: CheckoutOutcome) => {
    await settleCheckout(db, id, outcome);
    const path = returnPath(id, outcome);
    if (path !== null) location.assign(pageUrl(path));
  };
  const place = document.createElement('div');
  if (beside) beside.after(place);
  else document.body.append(place);
  document.title = 'Test checkout';
  createRoot(place).render(
    <StrictMode>
      <CheckoutPage find={find} settle={settle} dashboardUrl={pageUrl('dashboard')} />
    </StrictMode>,
  );
}
