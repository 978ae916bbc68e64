import { describe, expect, it } from 'vitest';
import { declarationOf, operationNames } from '@/contract';

/** SPEC §7 and §3, written by hand: success status, required caller, and the keys that are sent. */
const calls: readonly (readonly [string, 'auth' | 'auth if any' | 'none', number, string])[] = [
  ['POST /api/chat', 'none', 200, 'message'],
  ['GET /auth/verify-user', 'auth', 200, ''],
  ['POST /auth/send-otp', 'none', 200, 'email phoneNumber'],
  ['POST /auth/verify-otp', 'none', 200, 'email otp'],
  [
    'POST /shopify/create-customer',
    'none',
    201,
    'firstName lastName email phone password tag acceptsMarketing address1 city province country zip | firstName lastName email phone password tag',
  ],
  [
    'POST /auth/clinic-signup',
    'none',
    201,
    'email password clinicName street city postalCode state country phoneNumber addressLine2',
  ],
  [
    'POST /auth/patient-signup',
    'none',
    201,
    'firstName lastName email phone password insuranceOption clinicId',
  ],
  ['POST /auth/login', 'none', 200, 'email password'],
  ['POST /auth/logout', 'auth', 200, ''],
  ['POST /auth/forgot-password', 'none', 200, 'email'],
  ['POST /auth/reset-password/{token}', 'none', 200, 'password'],
  ['GET /clinic/fetch-clinics', 'auth if any', 200, ''],
  ['GET /clinic/fetch-labs', 'auth', 200, ''],
  ['POST /clinic/request-clinic', 'auth if any', 200, 'clinicName clinicEmail clinicAddress clinicPhone'],
  ['POST /order/confirm-address-order-kit', 'none', 200, 'token'],
  ['GET /patient/fetch-patients', 'auth', 200, ''],
  ['GET /payment/check-payment-details', 'auth', 200, ''],
  ['GET /payment/payment-success', 'none', 200, 'session_id'],
  ['POST /payment/create-checkout-session', 'auth', 200, ''],
  ['GET /shopify/fetch-products', 'auth', 200, ''],
  [
    'POST /patient/add-patients',
    'auth',
    201,
    'name email phone age street city postalCode state country addressLine2 shippingType frequency kitType isChecked',
  ],
  [
    'PUT /patient/update-patient/{id}',
    'auth',
    200,
    'patient_id patient_name patient_email patient_phone patient_age patient_street patient_city patient_postal_code patient_state patient_country address_line_2',
  ],
  ['POST /patient/authenticate', 'auth', 200, 'patientIds authorized'],
  [
    'POST /booking/send-invitation',
    'auth',
    201,
    'providerType appointmentDate timeSlotStart timeSlotEnd location meetLink patientId | providerType timeSlot meetLink patientId',
  ],
  ['GET /booking/fetch-appointments', 'auth', 200, ''],
  ['POST /alert/request-address-confirmation-single-patient', 'auth', 200, 'patientId frequency kitType'],
  [
    'POST /clinic/add-lab',
    'auth',
    200,
    'name labId phoneNo street city postalCode state country addressLine2 instructions',
  ],
  [
    'PUT /clinic/update-lab',
    'auth',
    200,
    'name labId phoneNo street city postalCode state country addressLine2 instructions',
  ],
  ['GET /clinic/fetch-clinic-profile', 'auth', 200, ''],
  [
    'POST /clinic/update-clinic-profile',
    'auth',
    200,
    'phoneNumber clinicName street city postalCode state country patients addressLine2',
  ],
  ['GET /patient/fetch-patient-profile', 'auth', 200, ''],
  [
    'POST /patient/update-patient-profile',
    'auth',
    200,
    'name phone age street city postalCode state country shippingType addressLine2 frequency kitType clinicId',
  ],
  ['POST /patient/track-kit-status', 'auth', 200, 'orderId'],
];

interface Shape {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly shape?: Readonly<Record<string, unknown>>;
      readonly element?: Shape;
      readonly options?: readonly Shape[];
    };
  };
}

/** The sorted keys of a schema. */
function keysOf(schema: Shape | undefined): string {
  if (schema === undefined) return '';
  const { def } = schema._zod;
  if (def.element) return keysOf(def.element);
  if (def.options) return def.options.map(keysOf).join(' | ');
  return Object.keys(def.shape ?? {})
    .sort()
    .join(' ');
}

const sorted = (keys: string) =>
  keys
    .split(' | ')
    .map((part) => part.split(' ').sort().join(' '))
    .join(' | ');

const who = { required: 'auth', optional: 'auth if any', none: 'none' } as const;
const declared = new Map(
  operationNames.map((name) => {
    const { operation, auth, ok, body, query } = declarationOf(name);
    return [
      operation as string,
      { auth: who[auth], status: ok.status, keys: keysOf((body ?? query) as Shape) },
    ];
  }),
);

describe('the calls of the product', () => {
  it('are those of SPEC §7', () => {
    expect([...declared.keys()].sort()).toEqual(calls.map(([operation]) => operation).sort());
  });

  it.each(calls)('%s requires and sends what SPEC defines', (operation, auth, status, keys) => {
    expect(declared.get(operation)).toEqual({ auth, status, keys: sorted(keys) });
  });
});
