import { withoutEndSlash } from '@kitwell/mock-engine/declaration';
import { callControl } from '@kitwell/mock-engine/hosts/remote-room';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { type CheckoutOutcome, CheckoutPage, type CheckoutSession, returnPath } from './checkout-page';
import './checkout.css';

/** The hosted checkout of `npm run mock`, on the data of the server. */

const parameters = new URLSearchParams(location.search);
const id = parameters.get('session_id') ?? '';
/** The server sends no page that names another address than the product's. */
const returnTo = `${withoutEndSlash(parameters.get('return_to') ?? '')}/`;
const row = `db/checkouts/${encodeURIComponent(id)}`;
const readRow = () => callControl<{ clinic_id: string; status: string }>('GET', row);

async function find(): Promise<CheckoutSession> {
  const { clinic_id, status } = await readRow();
  const clinic = `db/clinics/${encodeURIComponent(clinic_id)}`;
  const { clinic_name: clinicName } = await callControl<{ clinic_name: string }>('GET', clinic);
  return { id, clinicName, isPaid: status === 'paid' };
}

/** A paid session stays paid, also if another tab settles it at the same time. */
async function store(outcome: CheckoutOutcome): Promise<void> {
  const { status } = await readRow();
  if (status === 'paid') return;
  try {
    await callControl('PATCH', `${row}?status=${status}`, JSON.stringify({ status: outcome }));
  } catch (error) {
    if ((await readRow()).status === status) throw error;
    await store(outcome);
  }
}

async function settle(outcome: CheckoutOutcome): Promise<void> {
  await store(outcome);
  const path = returnPath(id, outcome);
  if (path !== null) location.assign(new URL(path, returnTo));
}

const container = document.querySelector('#root');
if (container) {
  document.title = 'Test checkout';
  const session = await find().catch(() => null);
  createRoot(container).render(
    <StrictMode>
      <CheckoutPage session={session} settle={settle} dashboardUrl={new URL('dashboard', returnTo).href} />
    </StrictMode>,
  );
}
