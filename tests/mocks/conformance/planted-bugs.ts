import type { OperationName } from '@/contract/contract';
import { HttpError } from '@/mocks/engine/backend';
import { patientAnswer } from '@/mocks/kitwell/rules/patients.backend';
import type { RuleContext } from '@/mocks/kitwell/rules/rules';
import type { Caller, MockTransaction } from '@/mocks/kitwell/tables';
import { type Answer, type Plant, rule, type Wire } from './planted-api';

type Fields = Record<string, unknown>;
const done = { success: true as const, message: 'Done' };
const fieldsOf = (body: unknown) => (typeof body === 'object' && body !== null ? (body as Fields) : {});

/** Applies to the calls of one operation only. */
export const on = (name: OperationName, wire: Wire): Plant => ({
  wire: (call, next) => (call.name === name ? wire(call, next) : next()),
});

/** Passes on another body where the test holds. */
const replaces = (name: OperationName, when: (body: Fields) => boolean, change: Fields): Plant =>
  on(name, ({ body }, next) =>
    when(fieldsOf(body)) ? next({ body: { ...fieldsOf(body), ...change } }) : next(),
  );

/** Accepts a blank field, as if it had been filled in. */
const acceptsBlank = (name: OperationName, field: string, value = 'filled in'): Plant =>
  replaces(name, (body) => body[field] === '', { [field]: value });

/** Answers a status with another one, or with another body. */
export const answers = (
  name: OperationName,
  status: number,
  change: (answer: Answer) => Partial<Answer>,
): Plant =>
  on(name, async (_, next) => {
    const answer = await next();
    return answer.status === status ? { ...answer, ...change(answer) } : answer;
  });

/** Changes each item of a list, or the record itself. */
export const answersFields = (name: OperationName, change: (record: Fields) => Fields): Plant =>
  answers(name, 200, ({ body }) => ({
    body: Array.isArray(body)
      ? body.map((row) => change(fieldsOf(row)))
      : body === null
        ? null
        : change(fieldsOf(body)),
  }));

export const leavesOut = (name: OperationName, field: string): Plant =>
  answersFields(name, ({ [field]: _, ...rest }) => rest);

/** Changes every response, that of a preflight included. */
const everywhere = (change: (answer: Answer, isPreflight: boolean) => Partial<Answer>): Plant => ({
  async wire({ name }, next) {
    const answer = await next();
    return { ...answer, ...change(answer, name === undefined) };
  },
});

/** While one such call is being handled, further ones get its successful response, but do nothing. */
const dropsAtOnce = (name: OperationName): Plant => {
  let running: Promise<Answer> | undefined;
  return on(name, (_, next) => {
    if (running) return running;
    running = next().finally(() => {
      running = undefined;
    });
    return running;
  });
};

/** Stores a field that the sender has no right to set. */
const takesField = <K extends 'patientSignup' | 'updatePatient' | 'updatePatientProfile'>(
  name: K,
  field: string,
  store: (context: RuleContext<K>) => Promise<unknown>,
): Plant => {
  let isSent = false;
  const { rules } = rule(name, async (sound, context) => {
    const answer = await sound(context);
    if (isSent) await store(context);
    return answer as never;
  });
  const { wire } = on(name, ({ body }, next) => {
    isSent = Object.hasOwn(fieldsOf(body), field);
    return next();
  });
  return { ...(rules && { rules }), ...(wire && { wire }) };
};

const declined = { success: true as const, message: 'Declined' };

/** Keeps what the rule wrote, and says that it declined: a rule that declines writes nothing. */
const declinesAfterwards = <K extends OperationName>(
  name: K,
  planted: Parameters<typeof rule<K>>[1],
): Plant => ({
  ...rule(name, planted),
  ...answers(name, 200, ({ body }) =>
    fieldsOf(body).message === declined.message ? { body: { ...declined, success: false } } : {},
  ),
});

type Context = { readonly db: MockTransaction; readonly caller: Caller };

const providerOf = ({ db, caller }: Context, clinicId: string | undefined): Caller => {
  const account = db.tables.accounts.find((row) => row.role === '1' && row.clinic_id === clinicId);
  return account ? { ...account, token: caller.token } : caller;
};
/** The account of the clinic that the patient belongs to, for every caller. */
const ownerOf = (context: Context, patientId: string | undefined): Caller =>
  providerOf(context, context.db.tables.patients.get(patientId ?? '')?.clinic_id);
/** A patient counts as the clinic. */
const anyRole = (context: Context): Caller =>
  context.caller.role === '1' ? context.caller : ownerOf(context, context.caller.patient_id ?? '');
const firstClinic = (context: Context): Caller =>
  providerOf(context, context.db.tables.clinics.list()[1]?.clinic_id);

/** The bugs by the operation that has them. Each must be found. */
export const bugs: Partial<Record<OperationName, Record<string, Plant>>> = {
  sendChatMessage: {
    'accepts a blank message': replaces('sendChatMessage', ({ message }) => message === ' ', {
      message: 'Hi',
    }),
    'answers with an empty text': answersFields('sendChatMessage', () => ({ response: '' })),
  },
  verifyUser: {
    'accepts any token': on('verifyUser', async ({ token }, next) =>
      token === 'made-up'
        ? { ...(await next()), status: 200, body: { status: true, user_name: 'A', role_id: '1' } }
        : next(),
    ),
    'takes everyone for a provider': answersFields('verifyUser', (body) => ({ ...body, role_id: '1' })),
    'answers the status as text': answersFields('verifyUser', (body) => ({ ...body, status: 'true' })),
    'names no one': answersFields('verifyUser', (body) => ({ ...body, user_name: '' })),
  },
  sendOtp: {
    'answers with the code': rule('sendOtp', async (sound, context) => {
      await sound(context);
      return { code: context.db.tables.otps.get(context.request.body.email)?.code };
    }),
    'sends an account a code': rule('sendOtp', (sound, context) =>
      context.db.tables.accounts.getBy('email', context.request.body.email) ? {} : sound(context),
    ),
    'accepts any phone': replaces('sendOtp', ({ phoneNumber }) => phoneNumber === 'none', {
      phoneNumber: '+12065550133',
    }),
    'mails no code': rule('sendOtp', () => ({})),
    'answers 201': answers('sendOtp', 200, () => ({ status: 201 })),
  },
  verifyOtp: {
    'accepts any code': rule('verifyOtp', (sound, context) => {
      const { body } = context.request;
      const otp = context.db.tables.otps.get(body.email)?.code ?? body.otp;
      return sound({ ...context, request: { body: { ...body, otp } } });
    }),
    'accepts the code of another address': rule('verifyOtp', (sound, context) => {
      const known = context.db.tables.otps.find((row) => row.code === context.request.body.otp);
      return known ? done : sound(context);
    }),
    'answers a wrong code with 400': on('verifyOtp', async (_, next) => {
      const answer = await next();
      return fieldsOf(answer.body).success === false ? { ...answer, status: 400 } : answer;
    }),
  },
  createCustomer: {
    'needs no code': rule('createCustomer', async (sound, context) => {
      try {
        return await sound(context);
      } catch (error) {
        if (error instanceof HttpError && error.text?.includes('code')) return {};
        throw error;
      }
    }),
    'answers 200': answers('createCustomer', 201, () => ({ status: 200 })),
    'names no field': answers('createCustomer', 400, () => ({ body: { message: 'Validation failed' } })),
    'accepts a weak password': replaces('createCustomer', ({ password }) => password === 'weak', {
      password: 'Strong1!x',
    }),
    'accepts no city': acceptsBlank('createCustomer', 'city'),
  },
  clinicSignup: {
    'loses address line 2': rule('clinicSignup', (sound, context) =>
      sound({ ...context, request: { body: { ...context.request.body, addressLine2: '' } } }),
    ),
    'swaps city and state': rule('clinicSignup', (sound, context) => {
      const { body } = context.request;
      return sound({ ...context, request: { body: { ...body, city: body.state, state: body.city } } });
    }),
    'replaces the password of an account': rule('clinicSignup', async (sound, context) => {
      const { email, password } = context.request.body;
      const known = context.db.tables.accounts.getBy('email', email);
      if (!known) return sound(context);
      await context.db.tables.accounts.patch(known.id, { password });
      return {};
    }),
    'accepts a weak password': replaces('clinicSignup', ({ password }) => password === 'weak', {
      password: 'Strong1!x',
    }),
    'needs no code': rule('clinicSignup', (sound, context) =>
      context.db.tables.otps.get(context.request.body.email) ? sound(context) : {},
    ),
    'accepts no postal code': acceptsBlank('clinicSignup', 'postalCode', '98101'),
  },
  patientSignup: {
    'ignores the clinic': rule('patientSignup', (sound, context) =>
      sound({
        ...context,
        request: {
          body: { ...context.request.body, clinicId: 'C000' as typeof context.request.body.clinicId },
        },
      }),
    ),
    'takes the role from the sender': takesField('patientSignup', 'role_id', async ({ db, request }) => {
      const account = db.tables.accounts.getBy('email', request.body.email);
      if (account) await db.tables.accounts.patch(account.id, { role: '1' });
    }),
    'loses the last name': rule('patientSignup', (sound, context) =>
      sound({ ...context, request: { body: { ...context.request.body, lastName: '' } } }),
    ),
    'needs no code': rule('patientSignup', (sound, context) =>
      context.db.tables.otps.get(context.request.body.email) ? sound(context) : {},
    ),
  },
  login: {
    'hides its errors from other origins': everywhere(({ status, headers: { 'content-type': type = '' } }) =>
      status >= 400 ? { headers: { 'content-type': type } } : {},
    ),
    'answers preflights with 404': everywhere((_, isPreflight) => (isPreflight ? { status: 404 } : {})),
    'accepts any password': rule('login', (sound, context) => {
      const { email, password } = context.request.body;
      const known = context.db.tables.accounts.getBy('email', email);
      return sound({ ...context, request: { body: { email, password: known?.password ?? password } } });
    }),
    'ignores capitals in a password': rule('login', (sound, context) => {
      const { email, password } = context.request.body;
      const known = context.db.tables.accounts.getBy('email', email)?.password;
      const same = known?.toLowerCase() === password.toLowerCase() ? known : undefined;
      return sound({ ...context, request: { body: { email, password: same ?? password } } });
    }),
    'accepts the password of any account': rule('login', (sound, context) => {
      const { email, password } = context.request.body;
      const held = context.db.tables.accounts.find((row) => row.password === password);
      const own = held && context.db.tables.accounts.getBy('email', email)?.password;
      return sound({ ...context, request: { body: { email, password: own ?? password } } });
    }),
    'answers a wrong password with 401': answers('login', 400, () => ({ status: 401 })),
    'answers with the account and its password': rule('login', async (sound, context) => ({
      ...(await sound(context)),
      account: { ...context.request.body },
    })),
  },
  logout: {
    'allows no authorization header across origins': everywhere(({ headers }, isPreflight) =>
      isPreflight ? { headers: { ...headers, 'access-control-allow-headers': 'content-type' } } : {},
    ),
    'leaves the session open': rule('logout', () => ({})),
    'is closed to patients': rule('logout', (sound, context) => {
      if (context.caller.role === '0') throw new HttpError(403, 'Only a provider can do this');
      return sound(context);
    }),
    'ends every session': rule('logout', async (_, { db }) => {
      for (const { token } of db.tables.sessions.list()) await db.tables.sessions.remove(token);
      return {};
    }),
  },
  forgotPassword: {
    'mails no link': rule('forgotPassword', () => ({})),
    'answers with the link': rule('forgotPassword', async (sound, context) => {
      await sound(context);
      return { link: context.db.tables.resets.list().at(-1)?.token };
    }),
    'fails for an unknown address': answers('forgotPassword', 404, () => ({ status: 500 })),
    'accepts no email': acceptsBlank('forgotPassword', 'email', 'none@example.com'),
  },
  resetPassword: {
    'takes a link twice': rule('resetPassword', async (sound, context) => {
      const answer = await sound(context);
      await context.db.tables.resets.patch(context.request.path.token, { used: false });
      return answer;
    }),
    'leaves the old password valid': {
      rules: (sound) => ({
        login: (context) => {
          const { email, password } = context.request.body;
          const known = context.db.tables.accounts.getBy('email', email);
          const isOld = password === 'Harbor1!x' && known?.password === 'Another1!y';
          return sound.login({
            ...context,
            request: { body: { email, password: isOld ? 'Another1!y' : password } },
          });
        },
      }),
    },
    'leaves old sessions open': rule('resetPassword', async (sound, context) => {
      const sessions = context.db.tables.sessions.dump();
      const answer = await sound(context);
      for (const session of sessions)
        if (!context.db.tables.sessions.get(session.token)) await context.db.tables.sessions.insert(session);
      return answer;
    }),
    'changes nothing': rule('resetPassword', async (_, { db, request }) => {
      if (!db.tables.resets.get(request.path.token)) throw new HttpError(400, 'Token expired');
      return {};
    }),
    'changes every password': rule('resetPassword', async (sound, context) => {
      const answer = await sound(context);
      const { password } = context.request.body;
      for (const { id } of context.db.tables.accounts.list())
        await context.db.tables.accounts.patch(id, { password });
      return answer;
    }),
    'accepts a password without a number': replaces(
      'resetPassword',
      ({ password }) => password === 'Another!y',
      {
        password: 'Another9!z',
      },
    ),
    'accepts any link': rule('resetPassword', (sound, context) =>
      context.request.path.token === 'made-up' ? {} : sound(context),
    ),
  },
  fetchClinics: {
    'exposes the email addresses': answersFields('fetchClinics', (row) => ({
      ...row,
      clinic_email: 'a@example.com',
    })),
    'rejects a token': on('fetchClinics', async ({ token }, next) =>
      token === null ? next() : { ...(await next()), status: 403, body: { message: 'Sign out first' } },
    ),
    'lacks new clinics': answers('fetchClinics', 200, ({ body }) => ({
      body: (body as unknown[]).slice(0, 1),
    })),
    'needs a token': on('fetchClinics', async ({ token }, next) =>
      token === null ? { ...(await next()), status: 401, body: { message: 'Sign in' } } : next(),
    ),
  },
  requestClinic: {
    'accepts no phone': acceptsBlank('requestClinic', 'clinicPhone'),
    'needs a token': on('requestClinic', async ({ token }, next) =>
      token === null ? { ...(await next()), status: 401, body: { message: 'Sign in' } } : next(),
    ),
  },
  fetchLabs: {
    'shows the lab of any clinic': rule('fetchLabs', (sound, context) =>
      context.db.tables.labs.count() > 1
        ? sound({ ...context, caller: firstClinic(context) })
        : sound(context),
    ),
    'shows no lab': rule('fetchLabs', () => null),
    'answers a list': answersFields('fetchLabs', (lab) => [lab] as unknown as Fields),
  },
  addLab: {
    'accepts no instructions': acceptsBlank('addLab', 'instructions'),
    'replaces the lab of every clinic': rule('addLab', async (sound, context) => {
      const answer = await sound(context);
      const { labs } = context.db.tables;
      const { clinic_id: _, ...made } = labs.dump().at(-1) ?? { clinic_id: '' };
      await labs.patchMany(
        labs.list().map(({ clinic_id }) => clinic_id),
        made,
      );
      return answer;
    }),
    'loses address line 2': rule('addLab', (sound, context) =>
      sound({ ...context, request: { body: { ...context.request.body, addressLine2: '' } } }),
    ),
    'stores the lab for every clinic': rule('addLab', async (sound, context) => {
      const answer = await sound(context);
      const { labs, clinics } = context.db.tables;
      const made = labs.dump().at(-1);
      for (const { clinic_id } of clinics.list())
        if (made && !labs.get(clinic_id)) await labs.insert({ ...made, clinic_id });
      return answer;
    }),
    'answers 201': answers('addLab', 200, () => ({ status: 201 })),
    'is open to patients': rule('addLab', (sound, context) =>
      sound({ ...context, caller: anyRole(context) }),
    ),
  },
  updateLab: {
    'makes a lab where there is none': rule('updateLab', (sound, context) =>
      context.db.tables.labs.get(context.caller.clinic_id ?? '') ? sound(context) : {},
    ),
    'changes the lab of every clinic': rule('updateLab', async (sound, context) => {
      const answer = await sound(context);
      const { labs } = context.db.tables;
      await labs.patchMany(
        labs.list().map(({ clinic_id }) => clinic_id),
        { lab_name: context.request.body.name },
      );
      return answer;
    }),
    'ignores the identification number': rule('updateLab', (sound, context) => {
      const labId = context.db.tables.labs.get(context.caller.clinic_id ?? '')?.lab_id_no ?? '';
      return sound({ ...context, request: { body: { ...context.request.body, labId } } });
    }),
    'accepts no name': acceptsBlank('updateLab', 'name'),
  },
  fetchClinicProfile: {
    'shows the first clinic': rule('fetchClinicProfile', (sound, context) =>
      sound({ ...context, caller: firstClinic(context) }),
    ),
    'leaves out the patient count': leavesOut('fetchClinicProfile', 'patient_count'),
    'is open to patients': rule('fetchClinicProfile', (sound, context) =>
      sound({ ...context, caller: anyRole(context) }),
    ),
  },
  updateClinicProfile: {
    'changes every clinic': rule('updateClinicProfile', async (sound, context) => {
      const answer = await sound(context);
      const { clinics } = context.db.tables;
      const ids = clinics.list().map(({ clinic_id }) => clinic_id);
      await clinics.patchMany(ids, { clinic_city: context.request.body.city });
      return answer;
    }),
    'ignores the patient count': rule('updateClinicProfile', (sound, context) =>
      sound({ ...context, request: { body: { ...context.request.body, patients: '' } } }),
    ),
    'accepts no city': acceptsBlank('updateClinicProfile', 'city'),
    'stores what it rejects': on('updateClinicProfile', async ({ body }, next) => {
      const answer = await next();
      const filled = Object.entries(fieldsOf(body)).map(([field, value]) => [
        field,
        value === '' ? 'A' : value,
      ]);
      if (answer.status === 400) await next({ body: Object.fromEntries(filled) });
      return answer;
    }),
    'is open to patients': rule('updateClinicProfile', (sound, context) =>
      sound({ ...context, caller: anyRole(context) }),
    ),
  },
  fetchProducts: {
    'is closed to patients': rule('fetchProducts', (sound, context) => {
      if (context.caller.role === '0') throw new HttpError(403, 'Only a provider can do this');
      return sound(context);
    }),
    'answers an empty list': rule('fetchProducts', () => []),
    'needs no token': on('fetchProducts', async ({ token }, next) =>
      token === null ? { ...(await next()), status: 200, body: [] } : next(),
    ),
    'calls itself HTML': answers('fetchProducts', 200, ({ headers }) => ({
      headers: { ...headers, 'content-type': 'text/html' },
    })),
  },
  requestAddressConfirmation: {
    'needs no card': rule('requestAddressConfirmation', async (sound, context) => {
      const { cards } = context.db.tables;
      const clinic_id = context.caller.clinic_id ?? '';
      if (cards.get(clinic_id) || !context.db.tables.labs.get(clinic_id)) return sound(context);
      return done;
    }),
    'needs no lab': rule('requestAddressConfirmation', (sound, context) => {
      const { cards, labs } = context.db.tables;
      const clinic_id = context.caller.clinic_id ?? '';
      return cards.get(clinic_id) && !labs.get(clinic_id) ? done : sound(context);
    }),
    'accepts an unknown kit': rule('requestAddressConfirmation', (sound, context) =>
      context.request.body.kitType === 'no-such-kit' ? done : sound(context),
    ),
    'accepts a patient not authorized': rule('requestAddressConfirmation', async (sound, context) => {
      try {
        return await sound(context);
      } catch (error) {
        if (error instanceof HttpError && error.status === 403 && context.caller.role === '1') return done;
        throw error;
      }
    }),
    'answers 400 for a patient not authorized': answers('requestAddressConfirmation', 403, ({ body }) => ({
      status: 400,
      body,
    })),
    'orders for the patient of another clinic': rule('requestAddressConfirmation', (sound, context) =>
      context.caller.role === '1'
        ? sound({ ...context, caller: ownerOf(context, context.request.body.patientId) })
        : sound(context),
    ),
    'mails the patient of another clinic, and declines the order': declinesAfterwards(
      'requestAddressConfirmation',
      async (sound, context) => {
        const owner = ownerOf(context, context.request.body.patientId);
        if (context.caller.role !== '1' || owner.id === context.caller.id) return sound(context);
        await sound({ ...context, caller: owner });
        return declined;
      },
    ),
    'accepts a second order on the way': rule('requestAddressConfirmation', async (sound, context) => {
      try {
        return await sound(context);
      } catch (error) {
        if (error instanceof HttpError && error.text?.includes('already')) return done;
        throw error;
      }
    }),
    'is open to patients': rule('requestAddressConfirmation', (sound, context) =>
      context.caller.role === '1' ? sound(context) : done,
    ),
    'mails no link': rule('requestAddressConfirmation', async (sound, context) => {
      const answer = await sound(context);
      for (const mail of context.db.tables.mails.list())
        if (mail.kind === 'confirm-address') await context.db.tables.mails.remove(mail.id);
      return answer;
    }),
    'sends no message': rule('requestAddressConfirmation', async (sound, context) => {
      await sound(context);
      return { success: true as const };
    }),
  },
  confirmAddress: {
    'takes a link twice': rule('confirmAddress', (sound, context) =>
      context.db.tables.confirmations.get(context.request.body.token)?.order_id ? done : sound(context),
    ),
    'takes a link twice at once': dropsAtOnce('confirmAddress'),
    'takes any link': rule('confirmAddress', (sound, context) =>
      context.request.body.token === 'made-up' ? done : sound(context),
    ),
    'places no order': rule('confirmAddress', async (_, { db, request }) => {
      const known = db.tables.confirmations.get(request.body.token);
      if (!known || known.order_id !== null) throw new HttpError(400, 'Token expired');
      await db.tables.confirmations.patch(known.token, { order_id: 'none' });
      return done;
    }),
    'places the order of another patient': rule('confirmAddress', async (sound, context) => {
      const { confirmations, patients } = context.db.tables;
      const known = confirmations.get(context.request.body.token);
      const other = patients
        .list()
        .find((row) => row.account_id !== null && row.patient_id !== known?.patient_id);
      if (known && other) await confirmations.patch(known.token, { patient_id: other.patient_id });
      return sound(context);
    }),
  },
  checkPaymentDetails: {
    'always has a card': rule('checkPaymentDetails', async (sound, context) => {
      await sound(context);
      return { hasPaymentDetails: true };
    }),
    'sees the card of any clinic': rule('checkPaymentDetails', async (sound, context) => {
      await sound(context);
      return { hasPaymentDetails: context.db.tables.cards.count() > 0 };
    }),
    'answers with text': answersFields('checkPaymentDetails', () => ({ hasPaymentDetails: 'no' })),
  },
  createCheckoutSession: {
    'is open to patients': rule('createCheckoutSession', (sound, context) =>
      sound({ ...context, caller: anyRole(context) }),
    ),
    'names the session otherwise': answersFields('createCheckoutSession', ({ sessionId }) => ({
      id: sessionId,
    })),
  },
  verifyPaymentSession: {
    'takes an open session for a paid one': rule('verifyPaymentSession', async (sound, context) => {
      const { checkouts } = context.db.tables;
      const { session_id } = context.request.query;
      if (checkouts.get(session_id)) await checkouts.patch(session_id, { status: 'paid' });
      return sound(context);
    }),
    'stores a card for an open session': declinesAfterwards(
      'verifyPaymentSession',
      async (sound, context) => {
        const { checkouts, cards } = context.db.tables;
        const { session_id } = context.request.query;
        const open = checkouts.get(session_id);
        if (open?.status !== 'open' || cards.get(open.clinic_id)) return sound(context);
        await cards.insert({ clinic_id: open.clinic_id, session_id, stored_at: open.created_at });
        return declined;
      },
    ),
    'works only once': rule('verifyPaymentSession', (sound, context) => {
      const { session_id } = context.request.query;
      if (context.db.tables.cards.find((card) => card.session_id === session_id))
        throw new HttpError(400, 'Used');
      return sound(context);
    }),
    'stores no card': rule('verifyPaymentSession', async (sound, context) => {
      const answer = await sound(context);
      for (const { clinic_id } of context.db.tables.cards.list())
        await context.db.tables.cards.remove(clinic_id);
      return answer;
    }),
    'accepts an unknown session': rule('verifyPaymentSession', (sound, context) =>
      context.request.query.session_id === 'cs_test_unknown' ? done : sound(context),
    ),
  },
  fetchPatients: {
    'lists the patients of every clinic': rule('fetchPatients', (sound, context) =>
      context.caller.role === '1' ? context.db.tables.patients.list().map(patientAnswer) : sound(context),
    ),
    'is open to patients': rule('fetchPatients', (sound, context) =>
      sound({ ...context, caller: anyRole(context) }),
    ),
    'leaves out the phone': leavesOut('fetchPatients', 'patient_phone'),
    'answers the age of everyone as 30': answersFields('fetchPatients', (row) => ({
      ...row,
      patient_age: 30,
    })),
    'wraps the list': answers('fetchPatients', 200, ({ body }) => ({ body: { patients: body } })),
    'exposes a password': answersFields('fetchPatients', (row) => ({ ...row, password_hash: '$2b$10$x' })),
  },
  addPatients: {
    'stores half of an import, and says that it did all': on('addPatients', async ({ body }, next) => {
      const answer = await next();
      if (answer.status !== 400 || !Array.isArray(body) || body.length < 2) return answer;
      return next({ body: body.slice(0, 1) });
    }),
    'stores the valid rows of an import that it rejects': on('addPatients', async ({ body }, next) => {
      const answer = await next();
      if (answer.status === 400 && Array.isArray(body) && body.length > 1)
        await next({ body: body.slice(0, 1) });
      return answer;
    }),
    'accepts the same email in two rows': on('addPatients', ({ body }, next) => {
      const emails = (Array.isArray(body) ? body : []).map((row) => fieldsOf(row).email);
      const isTwice = new Set(emails).size < emails.length;
      return next(
        isTwice
          ? { body: (body as Fields[]).map((row, index) => ({ ...row, email: `${index}${row.email}` })) }
          : {},
      );
    }),
    'adds a patient twice': rule('addPatients', (sound, context) =>
      context.request.body.length === 1 &&
      context.db.tables.patients.find((row) => row.patient_email === context.request.body[0]?.email)
        ? {}
        : sound(context),
    ),
    'accepts an unknown kit': on('addPatients', ({ body }, next) =>
      next(
        Array.isArray(body)
          ? {
              body: body.map((row) => ({
                ...row,
                kitType: row.kitType === 'no-such-kit' ? null : row.kitType,
              })),
            }
          : {},
      ),
    ),
    'loses rows added at once': dropsAtOnce('addPatients'),
    'loses address line 2': rule('addPatients', (sound, context) =>
      sound({
        ...context,
        request: { body: context.request.body.map((row) => ({ ...row, addressLine2: '' })) },
      }),
    ),
    'loses shipping and frequency': rule('addPatients', (sound, context) =>
      sound({
        ...context,
        request: { body: context.request.body.map((row) => ({ ...row, shippingType: '', frequency: '' })) },
      }),
    ),
    'authorizes new patients': rule('addPatients', async (sound, context) => {
      const answer = await sound(context);
      const ids = context.db.tables.patients.list().map((row) => row.patient_id);
      await context.db.tables.patients.patchMany(ids, { authorized: 1 });
      return answer;
    }),
    'accepts an age of 121': on('addPatients', ({ body }, next) =>
      next(
        Array.isArray(body)
          ? { body: body.map((row) => ({ ...row, age: row.age === '121' ? '12' : row.age })) }
          : {},
      ),
    ),
    'accepts an empty list': on('addPatients', async ({ body }, next) => {
      const answer = await next();
      return Array.isArray(body) && body.length === 0 && answer.status === 400
        ? { ...answer, status: 201 }
        : answer;
    }),
    'answers 200': answers('addPatients', 201, () => ({ status: 200 })),
    'stores an age of 0 as none': rule('addPatients', (sound, context) =>
      sound({
        ...context,
        request: {
          body: context.request.body.map((row) => ({ ...row, age: row.age === '0' ? '' : row.age })),
        },
      }),
    ),
  },
  updatePatient: {
    'updates the patient of another clinic': rule('updatePatient', (sound, context) =>
      context.caller.role === '1'
        ? sound({ ...context, caller: ownerOf(context, context.request.body.patient_id) })
        : sound(context),
    ),
    'ignores the address': rule('updatePatient', (sound, context) => {
      const { body, path } = context.request;
      const held = context.db.tables.patients.get(body.patient_id);
      const kept = { patient_street: held?.patient_street ?? '', patient_city: held?.patient_city ?? '' };
      return sound({ ...context, request: { path, body: { ...body, ...kept } } });
    }),
    'ignores a new email': rule('updatePatient', (sound, context) => {
      const { body, path } = context.request;
      const patient_email =
        context.db.tables.patients.get(body.patient_id)?.patient_email ?? body.patient_email;
      return sound({ ...context, request: { path, body: { ...body, patient_email } } });
    }),
    'takes the authorization from the record': takesField('updatePatient', 'authorized', ({ db, request }) =>
      db.tables.patients.patch(request.body.patient_id, { authorized: 1 }),
    ),
    'takes the clinic from the record': takesField('updatePatient', 'clinic_id', ({ db, request }) =>
      db.tables.patients.patch(request.body.patient_id, { clinic_id: 'C003' }),
    ),
    'changes the city of every patient': rule('updatePatient', async (sound, context) => {
      const answer = await sound(context);
      const { patient_city } = context.request.body;
      const ids = context.db.tables.patients.list().map((row) => row.patient_id);
      await context.db.tables.patients.patchMany(ids, { patient_city });
      return answer;
    }),
    'loses updates at once': dropsAtOnce('updatePatient'),
    'accepts no name': acceptsBlank('updatePatient', 'patient_name'),
    'keeps the age that was cleared': rule('updatePatient', async (sound, context) => {
      const before = context.db.tables.patients.get(context.request.body.patient_id);
      const answer = await sound(context);
      if (before && context.request.body.patient_age === '')
        await context.db.tables.patients.patch(before.patient_id, { patient_age: before.patient_age });
      return answer;
    }),
    'accepts the email of another patient': rule('updatePatient', async (sound, context) => {
      try {
        return await sound(context);
      } catch (error) {
        if (error instanceof HttpError && error.text?.includes('exists')) return {};
        throw error;
      }
    }),
    'may not be called across origins': everywhere(({ headers }, isPreflight) =>
      isPreflight ? { headers: { ...headers, 'access-control-allow-methods': 'GET, POST' } } : {},
    ),
  },
  authenticatePatients: {
    'authorizes everybody': rule('authenticatePatients', async (sound, context) => {
      const answer = await sound(context);
      const ids = context.db.tables.patients.list().map((row) => row.patient_id);
      await context.db.tables.patients.patchMany(ids, { authorized: context.request.body.authorized });
      return answer;
    }),
    'authorizes the patients of another clinic': rule(
      'authenticatePatients',
      async (_, { db, request, caller }) => {
        const { patientIds, authorized } = request.body;
        if (caller.role !== '1') throw new HttpError(403, 'No');
        if (patientIds.length === 0) throw new HttpError(400, 'No patients selected');
        if (!patientIds.every((id) => db.tables.patients.get(id)))
          throw new HttpError(404, 'There is no such patient');
        await db.tables.patients.patchMany(patientIds, { authorized });
        return {};
      },
    ),
    'authorizes only the first one': rule('authenticatePatients', (sound, context) =>
      sound({
        ...context,
        request: {
          body: { ...context.request.body, patientIds: context.request.body.patientIds.slice(0, 1) },
        },
      }),
    ),
    'takes nothing back': rule('authenticatePatients', (sound, context) =>
      sound({ ...context, request: { body: { ...context.request.body, authorized: 1 } } }),
    ),
    'accepts an empty selection': rule('authenticatePatients', (sound, context) =>
      context.request.body.patientIds.length === 0 ? {} : sound(context),
    ),
    'loses one of two at once': dropsAtOnce('authenticatePatients'),
    'is open to patients': rule('authenticatePatients', (sound, context) =>
      sound({ ...context, caller: anyRole(context) }),
    ),
  },
  fetchPatientProfile: {
    'shows another patient': rule('fetchPatientProfile', (sound, context) => {
      const first = context.db.tables.accounts.find((row) => row.role === '0');
      return sound(first ? { ...context, caller: { ...first, token: context.caller.token } } : context);
    }),
    'is open to providers': rule('fetchPatientProfile', (sound, context) => {
      const first = context.db.tables.accounts.find((row) => row.role === '0');
      return sound(
        first && context.caller.role === '1'
          ? { ...context, caller: { ...first, token: context.caller.token } }
          : context,
      );
    }),
    'leaves out the shipping type': leavesOut('fetchPatientProfile', 'shipping_type'),
  },
  updatePatientProfile: {
    'lets a patient authorize the account': takesField(
      'updatePatientProfile',
      'authorized',
      ({ db, caller }) => db.tables.patients.patch(caller.patient_id ?? '', { authorized: 1 }),
    ),
    'lets a patient change the clinic': rule('updatePatientProfile', async (sound, context) => {
      const { clinicId } = context.request.body;
      const answer = await sound({
        ...context,
        request: { body: { ...context.request.body, clinicId: '' } },
      });
      if (clinicId !== '')
        await context.db.tables.patients.patch(context.caller.patient_id ?? '', { clinic_id: clinicId });
      return answer;
    }),
    'changes every patient': rule('updatePatientProfile', async (sound, context) => {
      const answer = await sound(context);
      const { patients } = context.db.tables;
      const ids = patients.list().map(({ patient_id }) => patient_id);
      await patients.patchMany(ids, { patient_name: context.request.body.name });
      return answer;
    }),
    'ignores the chosen clinic': rule('updatePatientProfile', (sound, context) =>
      sound({ ...context, request: { body: { ...context.request.body, clinicId: '' } } }),
    ),
    'ignores the shipping type': rule('updatePatientProfile', (sound, context) =>
      sound({ ...context, request: { body: { ...context.request.body, shippingType: 'USPS' } } }),
    ),
    'accepts an age of 121': replaces('updatePatientProfile', ({ age }) => age === '121', { age: '12' }),
    'accepts an unknown kit': replaces('updatePatientProfile', ({ kitType }) => kitType === 'no-such-kit', {
      kitType: 'kit-standard-5',
    }),
    'accepts no shipping type': acceptsBlank('updatePatientProfile', 'shippingType'),
  },
  trackKitStatus: {
    'tracks the kit of another patient': rule('trackKitStatus', (sound, context) => {
      const order = context.db.tables.orders.get(context.request.body.orderId ?? '');
      return order ? { ...done, status: 'Kit shipped' } : sound(context);
    }),
    'has another text for no order': on('trackKitStatus', async (_, next) => {
      const answer = await next();
      return fieldsOf(answer.body).success === false
        ? { ...answer, body: { success: false, message: 'No order' } }
        : answer;
    }),
    'answers no status': answersFields('trackKitStatus', (body) =>
      body.success ? { ...body, status: '' } : body,
    ),
  },
  sendInvitation: {
    'invites the patient of another clinic': rule('sendInvitation', (sound, context) =>
      context.caller.role === '1' && context.request.body.patientId !== 'none'
        ? sound({ ...context, caller: ownerOf(context, context.request.body.patientId) })
        : sound(context),
    ),
    'is open to patients': rule('sendInvitation', (sound, context) =>
      sound({ ...context, caller: anyRole(context) }),
    ),
    'ignores the time': replaces(
      'sendInvitation',
      (body) => 'timeSlotStart' in body && body.timeSlotStart === '10:00',
      {
        timeSlotStart: '09:00',
        timeSlotEnd: '09:30',
      },
    ),
    'stores another meet link': replaces(
      'sendInvitation',
      ({ meetLink }) => meetLink !== '' && !String(meetLink).startsWith('java'),
      {
        meetLink: 'https://meet.example.com/default',
      },
    ),
    'accepts a link with a script': replaces(
      'sendInvitation',
      ({ meetLink }) => String(meetLink).startsWith('java'),
      {
        meetLink: 'https://meet.example.com/a',
      },
    ),
    'accepts no provider type': acceptsBlank('sendInvitation', 'providerType'),
    'answers 200': answers('sendInvitation', 201, () => ({ status: 200 })),
    'books nothing': rule('sendInvitation', async (sound, context) => {
      const answer = await sound(context);
      for (const { session_id } of context.db.tables.appointments.list())
        await context.db.tables.appointments.remove(session_id);
      return answer;
    }),
  },
  fetchAppointments: {
    'lists the appointments of every clinic': rule('fetchAppointments', async (sound, context) => {
      if (context.caller.role !== '1') return sound(context);
      const answer = await sound({ ...context, caller: firstClinic(context) });
      return answer;
    }),
    'names no patient': answersFields('fetchAppointments', (body) => ({
      ...body,
      appointments: ((body.appointments ?? []) as Fields[]).map((row) => ({ ...row, patient_name: '' })),
    })),
    'gives each the same id': answersFields('fetchAppointments', (body) => ({
      ...body,
      appointments: ((body.appointments ?? []) as Fields[]).map((row) => ({ ...row, session_id: 'a' })),
    })),
  },
};
