/** Valid input, for samples, conformance cases and tests that vary it. */

const address = {
  street: '12 Pine Street',
  city: 'Seattle',
  postalCode: '98101',
  state: 'WA',
  country: 'United States',
  addressLine2: '',
};

export const providerSignup = {
  email: 'desk@new-clinic.example.com',
  password: 'Harbor1!x',
  clinicName: 'Lakeside Clinic',
  phoneNumber: '+12065550177',
  ...address,
};

export const providerCustomer = {
  firstName: 'Lakeside',
  lastName: 'Clinic',
  email: providerSignup.email,
  phone: providerSignup.phoneNumber,
  password: providerSignup.password,
  tag: 'provider' as const,
  acceptsMarketing: true as const,
  address1: address.street,
  city: address.city,
  province: address.state,
  country: address.country,
  zip: address.postalCode,
};

export const patientSignup = {
  firstName: 'Ada',
  lastName: 'Park',
  email: 'ada.park@example.com',
  phone: '+12065550133',
  password: 'Violet9$k',
  insuranceOption: 'yes',
  clinicId: 'C001',
};

export const patientCustomer = {
  firstName: patientSignup.firstName,
  lastName: patientSignup.lastName,
  email: patientSignup.email,
  phone: patientSignup.phone,
  password: patientSignup.password,
  tag: 'patient' as const,
};

export const lab = {
  name: 'Pike Labs',
  labId: '50D0000001',
  phoneNo: '+12065550190',
  instructions: 'Ring twice.',
  ...address,
};

export const importRow = {
  name: `${patientSignup.firstName} ${patientSignup.lastName}`,
  email: patientSignup.email,
  phone: patientSignup.phone,
  age: '29',
  ...address,
  shippingType: 'USPS',
  frequency: '3 Months',
  kitType: 'kit-standard-5' as string | null,
  isChecked: false,
};

export const profile = {
  name: 'Robin Ellis',
  phone: '+12065550123',
  age: '32',
  ...address,
  shippingType: 'Overnight',
  frequency: 'Yearly',
  kitType: 'kit-essential-2',
  clinicId: '',
};

export const clinicProfile = {
  phoneNumber: '+12065550110',
  clinicName: 'Harbor Street Clinic',
  patients: '1-100',
  ...address,
};

/** The first patient of the demo data, as the clinic's list returns it. */
export const firstPatient = {
  patient_id: 'P-1001',
  id: 5001,
  patient_name: 'Robin Ellis',
  patient_email: 'patient@kitwell.test',
  patient_phone: '+1 206 555 0123',
  patient_age: 31,
  patient_street: '2250 Alder Avenue',
  patient_city: 'Seattle',
  patient_postal_code: '98101',
  patient_state: 'WA',
  patient_country: 'United States',
  address_line_2: null,
  authorized: 1 as const,
};

/** The patient of row 5002 of the demo data, as an edit sends it. */
export const patientRecord = {
  patient_id: 'P-1002',
  patient_name: 'Sam Lee',
  patient_email: 'sam.lee@example.com',
  patient_phone: '+12065550155',
  patient_age: '',
  patient_street: '1 A Street',
  patient_city: 'Seattle',
  patient_postal_code: '98101',
  patient_state: 'WA',
  patient_country: 'United States',
  address_line_2: '',
};

export const clinicRequest = {
  clinicName: 'A',
  clinicEmail: 'a@example.com',
  clinicAddress: 'B',
  clinicPhone: '2065550100',
};

/** The demo clinic's account. */
export const providerLogin = { email: 'provider@kitwell.test', password: 'Provider1!' };

/** Later than any clock of a test. */
export const distantFuture = '2099-01-01T00:00:00.000Z';
