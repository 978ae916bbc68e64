import { declarationOf, type OperationName } from '@/contract/contract';
import { type Received, undeclaredFields } from './check-answer';

const notRead = 'no call of SPEC §7 reads it back';

/** What SPEC leaves to the server, and why no case judges it. */
const openQuestions: Partial<Record<OperationName, readonly string[]>> = {
  sendChatMessage: ['the text of the reply: SPEC §7 only reads it'],
  sendOtp: ['length and lifetime of a code, and whether a second one replaces it: SPEC names neither'],
  verifyOtp: ['whether a code can be entered twice: SPEC does not say'],
  createCustomer: [
    `what the store keeps of a customer: ${notRead}`,
    'a customer who exists: SPEC does not say whether the store takes new details',
  ],
  clinicSignup: ['the same account again, with the same password: SPEC does not say whether it is rejected'],
  patientSignup: ['a clinic that does not exist: the form offers a list only (SPEC §2)'],
  login: ['capitals in the email: SPEC does not say whether they count'],
  logout: ['other sessions of the account: SPEC does not say whether they end'],
  forgotPassword: ['200 or 404 for an unknown address: both show the same (SPEC §8)'],
  resetPassword: ['lifetime of a link, and earlier links of the account: SPEC names neither'],
  fetchClinics: ['the order of the list: SPEC names none'],
  requestClinic: [`what becomes of a request: ${notRead}`],
  fetchPatients: ['the order of the list: SPEC names none'],
  addPatients: [
    'an email that another clinic has, and capitals in emails: SPEC names no rule',
    'what a phone or a postal code must look like: SPEC §5 asks for text only',
  ],
  updatePatient: ['a path and a record of two patients: SPEC does not say which one counts'],
  authenticatePatients: ['an own patient beside one of another clinic: all or none is not decided'],
  requestAddressConfirmation: [
    'a frequency that the form does not offer: SPEC §5 asks for text only',
    'the same order before it is confirmed: SPEC does not say whether it is rejected',
  ],
  confirmAddress: [
    'lifetime of a link, and whether the order changes the patient’s profile: SPEC names neither',
  ],
  trackKitStatus: [
    'the statuses: SPEC §3 names "Order not placed" only',
    'a clinic that tracks the kit of its patient: SPEC §6 does not say',
  ],
  verifyPaymentSession: ['the status for an unknown session: SPEC §7 reads success only'],
  sendInvitation: [
    `provider type and location: ${notRead}`,
    'a time that has passed, ends before it starts or is taken: SPEC §5 asks for text only',
    'the same invitation twice: SPEC does not say whether it is rejected',
  ],
  fetchAppointments: ['the text of a time slot that was sent as a date: the server composes them'],
  fetchClinicProfile: ['clinic_address: SPEC does not say how it is composed'],
  fetchProducts: ['which kits there are, and their prices: not shown in SPEC §9'],
};

/** What was not judged of one operation, including fields of its responses that SPEC does not name. */
export function openQuestionsOf(name: OperationName, responses: readonly Received[]): readonly string[] {
  const { ok } = declarationOf(name);
  const good = responses.filter(({ status }) => status === ok.status);
  const extra = new Set(good.flatMap(({ body }) => undeclaredFields(ok.body, body)));
  return [
    ...(openQuestions[name] ?? []),
    ...(extra.size === 0
      ? []
      : [`${[...extra].join(', ')}: SPEC §3 names the fields that are read, and forbids no others`]),
  ];
}
