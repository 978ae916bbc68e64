import { HttpError } from '@kitwell/mock-engine/engine/backend';
import { describe, expect, it } from 'vitest';
import { operationNames } from '@/contract';
import { conforms, describeConformance } from '@/mocks/conformance/report';
import type { Caller, MockTransaction } from '@/mocks/kitwell/tables';
import { answers, answersFields, deviationsIn, examine, on, type Plant, rule } from './planted-api';

type Context = { readonly db: MockTransaction; readonly caller: Caller };

/** The account of the clinic that the patient belongs to, for every caller. */
function ownerOf({ db, caller }: Context, patientId: string): Caller {
  const clinicId = db.tables.patients.get(patientId)?.clinic_id;
  const account = db.tables.accounts.find((row) => row.role === '1' && row.clinic_id === clinicId);
  return account ? { ...account, token: caller.token } : caller;
}

/** While one such call is being handled, further ones get its successful response, but do nothing. */
function dropsAtOnce(name: Parameters<typeof on>[0]): Plant {
  let running: ReturnType<Parameters<Parameters<typeof on>[1]>[1]> | undefined;
  return on(name, (_, next) => {
    running ??= next().finally(() => {
      running = undefined;
    });
    return running;
  });
}

describe('a run finds a planted bug, and names it in the report', () => {
  it.each<[bug: string, plant: Plant, expected: string[]]>([
    [
      'a wrong status',
      answers('login', 400, () => ({ status: 401 })),
      [
        'POST /auth/login, with a wrong password: status 401, 400 expected',
        'POST /auth/reset-password/{token}, the old password is no longer valid, by POST /auth/login: status 401, 400 expected',
      ],
    ],
    [
      'a wrong success status',
      answers('addPatients', 201, () => ({ status: 200 })),
      ['POST /patient/add-patients, ok: status 200, 201 expected'],
    ],
    [
      'a field that is missing, though the client would forgive it',
      answersFields('fetchPatients', ({ patient_phone: _, ...rest }) => rest),
      ['GET /patient/fetch-patients, ok: [0].patient_phone is missing'],
    ],
    [
      'a field of another type',
      answersFields('checkPaymentDetails', () => ({ hasPaymentDetails: 'no' })),
      [
        'GET /payment/check-payment-details, ok, without a card, of the clinic: hasPaymentDetails: Invalid input',
      ],
    ],
    [
      'a message that names no field',
      answers('patientSignup', 400, () => ({ body: { message: 'Validation failed' } })),
      ['POST /auth/patient-signup, with a wrong phone: message: "Validation failed" does not mention phone'],
    ],
    [
      'no message',
      answers('sendInvitation', 400, () => ({ body: {} })),
      ['POST /booking/send-invitation, without meetLink: message: none, a text expected'],
    ],
    [
      'a value that is not stored',
      answersFields('fetchClinicProfile', (body) => ({ ...body, patient_count: '1-50' })),
      [
        'POST /clinic/update-clinic-profile, stored, by GET /clinic/fetch-clinic-profile: patient_count: "1-50", "1-100" expected',
      ],
    ],
    [
      'a write that does nothing',
      rule('updateLab', () => ({})),
      ['lab_name: ', 'lab_id_no: ', 'lab_phone: ', 'lab_street: ', 'address_line_2: ', 'instructions: '],
    ],
    [
      'a write that is lost beside another',
      dropsAtOnce('updatePatient'),
      ['PUT /patient/update-patient/{id}, '],
    ],
    [
      'a write that also changes others',
      rule('updatePatient', async (sound, context) => {
        const answer = await sound(context);
        const { patients } = context.db.tables;
        const ids = patients.list().map((row) => row.patient_id);
        await patients.patchMany(ids, { patient_city: context.request.body.patient_city });
        return answer;
      }),
      ['PUT /patient/update-patient/{id}, '],
    ],
    [
      'a required field that may be blank',
      on('updateLab', ({ body }, next) => {
        const sent = body as Record<string, unknown>;
        return next(sent.name === '' ? { body: { ...sent, name: 'filled in' } } : {});
      }),
      ['PUT /clinic/update-lab, without name: status 200, 400 expected'],
    ],
    [
      'a rule that is missing: any password logs in',
      rule('login', (sound, context) => {
        const { email, password } = context.request.body;
        const account = context.db.tables.accounts.getBy('email', email);
        return sound({ ...context, request: { body: { email, password: account?.password ?? password } } });
      }),
      ['POST /auth/login, with a wrong password: status 200, 400 expected'],
    ],
    [
      'a rule that is missing: orders without a card',
      rule('requestAddressConfirmation', (sound, context) =>
        context.db.tables.cards.get(context.caller.clinic_id ?? '')
          ? sound(context)
          : { success: true as const, message: 'Done' },
      ),
      ['POST /alert/request-address-confirmation-single-patient, '],
    ],
    [
      'a link that works twice',
      rule('resetPassword', async (sound, context) => {
        const answer = await sound(context);
        await context.db.tables.resets.patch(context.request.path.token, { used: false });
        return answer;
      }),
      ['POST /auth/reset-password/{token}, '],
    ],
    [
      'a call that needs no token',
      on('fetchProducts', async ({ token }, next) =>
        token === null ? { ...(await next()), status: 200, body: [] } : next(),
      ),
      ['GET /shopify/fetch-products, without a token: status 200, '],
    ],
    [
      'a call that is open to the other role',
      rule('authenticatePatients', (sound, context) => {
        const { caller } = context;
        return sound({
          ...context,
          caller: caller.role === '1' ? caller : ownerOf(context, caller.patient_id ?? ''),
        });
      }),
      ['POST /patient/authenticate, '],
    ],
    [
      'a call that is closed to its role',
      rule('logout', (sound, context) => {
        if (context.caller.role === '0') throw new HttpError(403, 'Only a provider can do this');
        return sound(context);
      }),
      ['POST /auth/logout, '],
    ],
    [
      'a list with the patients of another clinic',
      rule('fetchPatients', async (sound, context) => {
        const other = context.db.tables.patients.list().find((row) => row.clinic_id !== 'C000');
        return context.caller.role === '1' && other
          ? sound({ ...context, caller: ownerOf(context, other.patient_id) })
          : sound(context);
      }),
      ['GET /patient/fetch-patients, '],
    ],
    [
      'a write to the patient of another clinic',
      rule('sendInvitation', (sound, context) =>
        context.caller.role === '1' && context.request.body.patientId !== 'none'
          ? sound({ ...context, caller: ownerOf(context, context.request.body.patientId) })
          : sound(context),
      ),
      ['POST /booking/send-invitation, '],
    ],
    [
      'a right that the sender takes',
      rule('updatePatientProfile', async (sound, context) => {
        const answer = await sound(context);
        await context.db.tables.patients.patch(context.caller.patient_id ?? '', { authorized: 1 });
        return answer;
      }),
      ['POST /patient/update-patient-profile, '],
    ],
    [
      'a mail that is not sent',
      rule('forgotPassword', () => ({})),
      ['POST /auth/forgot-password, ', ': no mail came to '],
    ],
    [
      'a leak of the mailed link',
      rule('forgotPassword', async (sound, context) => {
        await sound(context);
        return { link: context.db.tables.resets.list().at(-1)?.token };
      }),
      ['the body of a response contains what only the mail may'],
    ],
    [
      'a leak of a password',
      answersFields('fetchPatients', (row) => ({ ...row, password_hash: '$2b$10$x' })),
      ['GET /patient/fetch-patients, ok: password_hash: no response may contain it'],
    ],
    [
      'a page of another origin that may not send the token',
      {
        async wire({ name }, next) {
          const answer = await next();
          const headers = { ...answer.headers, 'access-control-allow-headers': 'content-type' };
          return name === undefined ? { ...answer, headers } : answer;
        },
      },
      ['GET /auth/verify-user, ', 'authorization'],
    ],
  ])('%s', async (_, plant, expected) => {
    const reports = await examine(plant);
    const deviations = deviationsIn(reports);
    const text = deviations.join('\n');
    for (const part of expected) expect(text).toContain(part);
    expect(conforms(reports)).toBe(false);
    const wrong = new Set(deviations.map((line) => line.slice(0, line.indexOf(','))));
    const report = describeConformance(reports);
    for (const operation of wrong) expect(report).toContain(`✗ ${operation}  `);
    expect(report).toContain(`${operationNames.length - wrong.size} conform, ${wrong.size} deviate`);
    expect(report).toMatch(/\nScore: \d{2}(\.\d)? %$/);
  });
});
