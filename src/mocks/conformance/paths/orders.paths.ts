import { kitOrder } from '@/contract/orders.contract';
import { blankFields } from '@/mocks/conformance/blank-fields';
import { isRecord } from '@/mocks/conformance/check-answer';
import { expectThat, found, judgeMail, type TestContext } from '@/mocks/conformance/test-context';
import { textIn } from '@/mocks/conformance/test-run';
import { billingPaths, labPaths } from './clinic.paths';
import { authorization } from './patients.paths';

/** The request that orders a kit. */
export const order =
  ({ memory, data }: Pick<TestContext, 'memory' | 'data'>, who: string, change: object = {}) =>
  () => ({
    body: {
      patientId: memory.need(found.patientId(data.row(who).email)),
      frequency: '1 Month',
      kitType: memory.need(found.kit),
      ...change,
    },
  });

/** Card and lab, each missing once, then the order (SPEC §5 "Order", §8 "Order"). */
export async function orderPaths(context: TestContext): Promise<void> {
  const { check, memory, data, mail } = context;
  const token = () => memory.need(found.token('clinic'));
  const otherToken = () => memory.need(found.token('other clinic'));
  await check.denied('requestAddressConfirmation', {
    path: 'without a card and a lab',
    token,
    request: order(context, 'patient'),
  });
  await labPaths(context, 'clinic');
  await check.denied('requestAddressConfirmation', {
    path: 'without a card',
    token,
    request: order(context, 'patient'),
  });
  await billingPaths(context, 'clinic');
  await check.ok('authenticatePatients', {
    path: 'ok, for the other clinic',
    token: otherToken,
    request: authorization(context, ['foreign']),
  });
  await check.effect('addLab', 'fetchLabs', {
    path: 'another clinic still has none',
    after: () => memory.need(found.token('clinic')),
    token: otherToken,
    and: (body) => expectThat(body === null, 'null expected of a clinic without a lab'),
  });
  await check.effect('verifyPaymentSession', 'checkPaymentDetails', {
    path: 'another clinic still has no card',
    after: () => memory.need(found.paidCheckout('clinic')),
    token: otherToken,
    and: (body) =>
      expectThat(isRecord(body) && body.hasPaymentDetails === false, 'hasPaymentDetails: false expected'),
  });
  await billingPaths(context, 'other clinic');
  await check.denied('requestAddressConfirmation', {
    path: 'without a lab',
    after: () => memory.need(found.paidCheckout('other clinic')),
    token: otherToken,
    request: order(context, 'foreign'),
  });
  await labPaths(context, 'other clinic');

  const paid = () => memory.need(found.paidCheckout('clinic'));
  await check.rejected('requestAddressConfirmation', {
    path: 'for a patient not authorized',
    after: paid,
    token,
    request: order(context, 'listed'),
    status: [403],
  });
  await blankFields(check, 'requestAddressConfirmation', kitOrder, {
    after: paid,
    token,
    request: (change) => order(context, 'patient', change)(),
  });
  await check.denied('requestAddressConfirmation', {
    path: 'with a kit that does not exist',
    after: paid,
    token,
    request: order(context, 'patient', { kitType: 'no-such-kit' }),
  });
  await check.denied('requestAddressConfirmation', {
    path: 'for a patient who does not exist',
    after: paid,
    token,
    request: () => ({ body: { ...order(context, 'patient')().body, patientId: 'none' } }),
  });
  const { email } = data.row('patient');
  const early = await mail.count(email, 'confirm-address');
  if (early !== undefined && memory.has(found.paidCheckout('clinic'))) {
    const sent = early === 0 ? [] : [`${early} mails for confirming the address were sent`];
    check.record('requestAddressConfirmation', 'a rejected order sends no mail', sent);
  }
  const sent = await check.ok('requestAddressConfirmation', {
    after: paid,
    token,
    request: order(context, 'patient'),
    and: (body) =>
      expectThat(textIn(body, 'message') !== undefined, 'message is missing: the user is to read it'),
  });
  const link = await mail.linkToken(email, 'confirm-address');
  memory.keep(found.confirmation(email), link);
  if (sent === undefined) return;
  await judgeMail(context, 'requestAddressConfirmation', 'mails a link to the patient', {
    to: email,
    kind: 'confirm-address',
    value: link,
  });
}
