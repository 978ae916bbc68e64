import { fieldDeviations } from '@/mocks/conformance/check-answer';
import { expectThat, keys, type TestContext } from '@/mocks/conformance/test-context';
import { idIn, recordIn } from '@/mocks/conformance/test-run';
import { authorization, changedRecord, order } from './patients.paths';

const rows = ['first', 'second', 'third', 'fourth'] as const;

/** Writes at the same time: none may be lost, and none may count twice. */
export async function parallelPaths(context: TestContext): Promise<void> {
  const { check, memory, data } = context;
  const token = () => memory.need(keys.token('clinic'));
  const emailOf = (who: string) => data.row(who).email;
  await Promise.all(
    rows.map((who) =>
      check.ok('addPatients', {
        path: `ok, the ${who} of four at once`,
        token,
        request: () => ({ body: [data.row(who)] }),
      }),
    ),
  );
  const patients = await check.effect('addPatients', 'fetchPatients', {
    path: 'stored, four at once',
    token,
    and: (body) => rows.flatMap((who) => fieldDeviations(recordIn(body, 'patient_email', emailOf(who)), {})),
  });
  for (const who of rows) {
    const patient = recordIn(patients, 'patient_email', emailOf(who));
    memory.store(keys.patientId(emailOf(who)), idIn(patient, 'patient_id'));
    memory.store(keys.rowId(emailOf(who)), idIn(patient, 'id'));
  }
  const twin = { body: [data.row('twin')] };
  const twins = await Promise.all(
    ['one', 'the other'].map((which) =>
      check.either('addPatients', {
        path: `the same patient twice at once, ${which}`,
        token,
        request: () => twin,
      }),
    ),
  );
  if (memory.has(keys.token('clinic'))) {
    const done = twins.filter(Boolean).length;
    check.record(
      'addPatients',
      'the same patient twice at once is added once',
      expectThat(done === 1, `${done} of 2 were accepted`),
    );
  }

  await Promise.all(
    rows.map((who) =>
      check.ok('updatePatient', {
        path: `ok, the ${who} of four at once`,
        token,
        request: changedRecord(context, who, { patient_city: `City of the ${who}` }),
      }),
    ),
  );
  await Promise.all(
    rows.map((who) =>
      check.ok('authenticatePatients', {
        path: `ok, the ${who} of four at once`,
        token,
        request: authorization(context, [who]),
      }),
    ),
  );
  const stored = (
    write: 'updatePatient' | 'authenticatePatients',
    expectedFields: (who: string) => Record<string, string | number>,
  ) =>
    check.effect(write, 'fetchPatients', {
      path: 'stored, four at once',
      token,
      and: (body) =>
        rows.flatMap((who) =>
          fieldDeviations(recordIn(body, 'patient_email', emailOf(who)), expectedFields(who)).map(
            (deviation) => `the ${who}: ${deviation}`,
          ),
        ),
    });
  await stored('updatePatient', (who) => ({ patient_city: `City of the ${who}` }));
  await stored('authenticatePatients', () => ({ authorized: 1 }));
  await confirmTwice(context);
}

/** The link of one order, used twice at once, must place one order. */
async function confirmTwice(context: TestContext) {
  const { check, memory, data, mail } = context;
  const { email } = data.row('listed');
  await check.ok('requestAddressConfirmation', {
    path: 'ok, for another patient',
    after: () => memory.need(keys.paidCheckout('clinic')),
    token: () => memory.need(keys.token('clinic')),
    request: order(context, 'listed'),
  });
  if (memory.has(keys.paidCheckout('clinic')))
    memory.store(keys.confirmation(email), await mail.linkToken(email, 'confirm-address'));
  const used = await Promise.all(
    ['one', 'the other'].map((which) =>
      check.either('confirmAddress', {
        path: `a link twice at once, ${which}`,
        request: () => ({ body: { token: memory.need(keys.confirmation(email)) } }),
        status: [400],
      }),
    ),
  );
  if (!memory.has(keys.confirmation(email))) return;
  const done = used.filter(Boolean).length;
  check.record(
    'confirmAddress',
    'a link twice at once places one order',
    expectThat(done === 1, `${done} of 2 were accepted`),
  );
}
